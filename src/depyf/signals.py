"""Exceptions that are none of depyf's: the program's signal handlers raised them."""

from __future__ import annotations

import signal
from functools import partial
from types import CodeType


def comes_from_signal(error: BaseException) -> bool:
    """Return whether a signal handler of the program's raised this, wherever it ran."""
    raised_in = set()
    last = error.__traceback__
    while last is not None:
        raised_in.add(last.tb_frame.f_code)
        last = last.tb_next
    handlers = (signal.getsignal(number) for number in signal.Signals)
    return not raised_in.isdisjoint(map(_code_of, handlers))


def _code_of(handler: object) -> CodeType | None:
    """Return the code that a signal handler runs: a function, method or object."""
    while isinstance(handler, partial):
        handler = handler.func
    if callable(handler) and not hasattr(handler, "__code__"):
        handler = type(handler).__call__
    found = getattr(handler, "__code__", None)
    return found if isinstance(found, CodeType) else None
