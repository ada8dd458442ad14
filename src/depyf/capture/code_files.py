"""Write code objects as files that ``dill.load`` and ``pickle.load`` can read.

A file is a plain pickle of calls, whose functions pickle finds by name.  So neither
writing nor reading needs dill.  As with dill, only the Python version that wrote the
code can load it.
"""

from __future__ import annotations

import importlib
import io
import pickle
from types import CodeType, ModuleType
from typing import Any

# The attributes for the positional parameters of `CodeType`, in order.  Python 3.11
# split the names and added a table.
_TABLE = "co_linetable" if hasattr(CodeType, "co_linetable") else "co_lnotab"
_PARTS = [
    name
    for name in (
        "co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_nlocals",
        "co_stacksize", "co_flags", "co_code", "co_consts", "co_names", "co_varnames",
        "co_filename", "co_name", "co_qualname", "co_firstlineno", _TABLE,
        "co_exceptiontable", "co_freevars", "co_cellvars",
    )
    if hasattr(CodeType, name)
]  # fmt: skip


def pickled_code(code: CodeType) -> bytes:
    """Return the bytes of a file from which a code object equal to `code` is loaded."""
    stream = io.BytesIO()
    _CodePickler(stream, protocol=4).dump(code)
    return stream.getvalue()


class _CodePickler(pickle.Pickler):
    """Pickles code objects; a constant that cannot be pickled becomes a string."""

    def reducer_override(self, obj: Any) -> Any:
        if obj is CodeType:
            return getattr, (importlib.import_module("types"), "CodeType")
        if isinstance(obj, ModuleType):
            return importlib.import_module, (obj.__name__,)
        if isinstance(obj, CodeType):
            return CodeType, _arguments(obj)
        return NotImplemented


def _arguments(code: CodeType) -> tuple[Any, ...]:
    values = [getattr(code, name) for name in _PARTS]
    constants = _PARTS.index("co_consts")
    values[constants] = tuple(_portable(item) for item in values[constants])
    return tuple(values)


def _portable(constant: Any) -> Any:
    """Return the constant, or a string if it cannot be pickled."""
    if isinstance(constant, CodeType):
        return constant
    try:
        pickle.dumps(constant, protocol=4)
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError):
        return repr(constant)
    return constant
