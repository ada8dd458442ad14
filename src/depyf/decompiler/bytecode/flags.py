"""Bits of ``co_flags``."""

from __future__ import annotations

CO_OPTIMIZED = 0x01
CO_NEWLOCALS = 0x02
CO_VARARGS = 0x04
CO_VARKEYWORDS = 0x08
CO_GENERATOR = 0x20
CO_COROUTINE = 0x80
CO_ITERABLE_COROUTINE = 0x100
CO_ASYNC_GENERATOR = 0x200
CO_HAS_DOCSTRING = 0x4000000

#: A call makes an object that is run later.
SUSPENDED = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
#: What changes a call, or what `inspect` says of it: not, for one, whether a function
#: stood in another one.
CALL_FLAGS = (
    CO_OPTIMIZED
    | CO_NEWLOCALS
    | CO_VARARGS
    | CO_VARKEYWORDS
    | CO_ITERABLE_COROUTINE
    | SUSPENDED
)
