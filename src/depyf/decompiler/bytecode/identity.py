"""Compute a key that is equal for two code objects only if they are the same program.

Most sources compile to exactly the original bytecode. Comparing the bytes once shows
this, and proves more than any simulation.
"""

from __future__ import annotations

import inspect
from types import CodeType
from typing import Hashable

from depyf.decompiler.exact_types import constant_key

CO_HAS_DOCSTRING = 0x4000000
#: Flags of functions whose call returns a generator or coroutine that runs later.
SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
#: The flags that change a call or the answers of `inspect`. Others are ignored, such as
#: the flag of nested functions.
CALL_FLAGS = (
    inspect.CO_OPTIMIZED
    | inspect.CO_NEWLOCALS
    | inspect.CO_VARARGS
    | inspect.CO_VARKEYWORDS
    | inspect.CO_ITERABLE_COROUTINE
    | SUSPENDED
)


class UnknownConstantError(Exception):
    """A constant cannot be compared."""


def identity(code: CodeType) -> Hashable:
    """Return a key that is equal only for code objects of the same program.

    The key covers the whole code object except its name, lines and stack size. Names of
    nested code objects count. Constants are equal if their types and values are, where
    ``0.0`` and ``-0.0`` differ. An object without a literal is equal only to itself,
    while it lives.

    Returns:
        A key for comparing code objects of one Python version; None if constants are
        nested too deeply.
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
        # The first constant of a function may be its docstring, that of a lambda is
        # not.
        code.co_name.startswith("<"),
        tuple(map(_constant, code.co_consts)),
    )


def _constant(value: object) -> Hashable:
    if type(value) is CodeType:
        return value.co_name, _identity(value)
    return constant_key(value)
