"""What two code objects have in common only if they are one program.

Most texts compile to the very bytecode that they were written from. To tell so takes
one comparison of bytes, and is a stronger proof than any simulation.
"""

from __future__ import annotations

import struct
from types import CodeType
from typing import Callable, Hashable

from depyf.decompiler.bytecode.flags import CALL_FLAGS, CO_HAS_DOCSTRING
from depyf.decompiler.exact_types import ByType


class UnknownConstantError(Exception):
    """Something among the constants that cannot be compared."""


def identity(code: CodeType) -> Hashable:
    """What is equal for two code objects of one program.

    Names, lines and the stack's size left out, it is all that a code object holds, and
    the same of nested ones with their names. Constants are equal if they are of one
    type and one value, ``0.0`` and ``-0.0`` being two; what no source can write equals
    itself alone, for as long as it lives.

    Returns:
        A value to be compared with others of the same Python; None if constants are
        nested too deeply to be compared.
    """
    try:
        return _identity(code)
    except RecursionError:
        return None


def _identity(code: CodeType) -> Hashable:
    return (
        code.co_code,
        getattr(code, "co_exceptiontable", b""),
        code.co_names,
        code.co_varnames,
        code.co_cellvars,
        code.co_freevars,
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        code.co_flags & (CALL_FLAGS | CO_HAS_DOCSTRING),
        # A function's first constant is its docstring, a lambda's is not.
        code.co_name.startswith("<"),
        tuple(map(key_of_constant, code.co_consts)),
    )


def key_of_constant(value: object) -> Hashable:
    """What is equal for constants of one type and one value.

    Objects of any other type are neither hashed nor compared: each equals itself.
    """
    form = _FORMS.of(value) or id
    return id(type(value)), form(value)


def _same(value: object) -> Hashable:
    return value


_BY_TYPE: dict[type, Callable[..., Hashable]] = {
    **dict.fromkeys((type(None), bool, int, str, bytes, type(Ellipsis)), _same),
    float: lambda value: struct.pack("<d", value),
    complex: lambda value: struct.pack("<dd", value.real, value.imag),
    tuple: lambda value: tuple(map(key_of_constant, value)),
    frozenset: lambda value: frozenset(map(key_of_constant, value)),
    slice: lambda value: tuple(
        map(key_of_constant, (value.start, value.stop, value.step))
    ),
    CodeType: lambda value: (value.co_name, _identity(value)),
}
_FORMS = ByType(_BY_TYPE)
