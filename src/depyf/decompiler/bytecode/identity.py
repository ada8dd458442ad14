"""A key that two code objects share only if they are the same program.

Most texts compile to the very bytecode that they were written from. To tell so takes
one comparison of bytes, and is a stronger proof than any simulation.
"""

from __future__ import annotations

import inspect
from types import CodeType
from typing import Hashable

from depyf.decompiler.exact_types import constant_key

CO_HAS_DOCSTRING = 0x4000000
#: A call makes an object that is run later.
SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
#: What changes a call, or what `inspect` says of it: not, for one, whether a function
#: stood in another one.
CALL_FLAGS = (
    inspect.CO_OPTIMIZED
    | inspect.CO_NEWLOCALS
    | inspect.CO_VARARGS
    | inspect.CO_VARKEYWORDS
    | inspect.CO_ITERABLE_COROUTINE
    | SUSPENDED
)


class UnknownConstantError(Exception):
    """Something among the constants that cannot be compared."""


def identity(code: CodeType) -> Hashable:
    """Return a key that is equal only for code objects of the same program.

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
        tuple(map(_constant, code.co_consts)),
    )


def _constant(value: object) -> Hashable:
    if type(value) is CodeType:
        return value.co_name, _identity(value)
    return constant_key(value)
