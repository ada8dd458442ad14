"""Subscribe to the records of torch's structured trace.

While nobody does, torch makes none of them.  With depyf as the only listener two
things follow: what depyf has no use for need not be made, and what fails while a
record is being made would not have failed without depyf.
"""

from __future__ import annotations

import logging
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Callable
from weakref import WeakSet

from depyf.capture.torch_compat.compiling import (
    Restore,
    outside_dynamo,
    put_before,
    unseen,
)
from depyf.capture.torch_compat.entries import guards_being_built

if TYPE_CHECKING:
    from depyf.capture.torch_compat.compiling import Restore

TRACE_LOGGER = "torch.__trace"
_INTERNAL = "torch._logging._internal"
# The tree of guards is read from the objects where they can be reached: its text, which
# takes as long to make as to read the tree, would be thrown away.
_GUARDS = "dynamo_cpp_guards_str"
_NOBODY = object()  # who listens where the folder to write to is not known

_HEARING: WeakSet[logging.Handler] = WeakSet()
# Whether a record of this name is of no use; the second tells what torch says of it.
Unwanted = Callable[[str, Callable[[], object]], bool]
# Runs what makes a record; swallows, counts and tells what fails in it.
Guard = Callable[[Callable[[], None]], None]


def add_trace_handler(
    handler: logging.Handler, unwanted: Unwanted, guard: Guard
) -> Restore | None:
    """Put `handler` first on torch's structured trace; None if torch has none (2.2).

    First, because torch's lazy handler takes itself out of the list while it is being
    walked, and the handler after it would miss that record.

    Args:
        handler: gets the records.
        unwanted: tells the records that it has no use for; they are not made as long
            as nobody else listens.
        guard: runs the making of each record, as long as nobody else listens.
    """
    internal = sys.modules.get(_INTERNAL)
    if getattr(internal, "trace_log", None) is None:
        return None
    trace_log = logging.getLogger(TRACE_LOGGER)
    if not trace_log.isEnabledFor(logging.DEBUG):
        return None
    restore = ExitStack()
    if not _others(trace_log, handler):
        listener = _SoleListener(trace_log, handler, unwanted, guard)
        stop = put_before(
            getattr(internal, "trace_structured", None),
            _asking_trace.__code__,
            _depyf_listener=outside_dynamo(listener.make),
        )
        if stop is not None:
            restore.callback(stop)
    _HEARING.add(handler)

    def leave() -> None:
        trace_log.handlers = [one for one in trace_log.handlers if one is not handler]

    # Lists of their own: another thread may be walking through the one there is.
    trace_log.handlers = [handler, *trace_log.handlers]
    restore.callback(leave)
    return restore.close


def trace_is_heard() -> bool:
    """Return whether records reach a handler of `add_trace_handler` now."""
    trace_log = logging.getLogger(TRACE_LOGGER)
    return (
        any(handler in _HEARING for handler in trace_log.handlers)
        and not trace_log.disabled
        and trace_log.isEnabledFor(logging.DEBUG)
    )


def trace_was_disabled() -> bool:
    """Return whether `logging.config` or the like disabled the trace."""
    return logging.getLogger(TRACE_LOGGER).disabled


def interned_text(number: int) -> str | None:
    """Return the text of an interned file name (2.3+); the table is per process."""
    structured = sys.modules.get("torch._logging.structured")
    table = getattr(structured, "INTERN_TABLE", None)
    if table is None:
        return None
    return next((text for text, known in table.items() if known == number), None)


def _others(trace_log: logging.Logger, handler: logging.Handler) -> bool:
    """Return whether another handler listens; a log without a folder does not."""
    return any(
        listener is not handler and getattr(listener, "root_dir", _NOBODY) is not None
        for listener in trace_log.handlers
    )


class _SoleListener:
    """Decides for each record whether torch makes it.

    Args:
        trace_log: torch's logger, whose handlers are all who listen.
        handler, unwanted, guard: as in `add_trace_handler`.
    """

    def __init__(
        self,
        trace_log: logging.Logger,
        handler: logging.Handler,
        unwanted: Unwanted,
        guard: Guard,
    ) -> None:
        self._trace_log = trace_log
        self._handler = handler
        self._unwanted = unwanted
        self._guard = guard

    def make(
        self,
        original: Callable[..., None],
        name: str,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """Make the record as torch does, unless only depyf listens and needs it not."""
        if _others(self._trace_log, self._handler):
            original(name, *args, **kwargs)
            return

        @unseen
        def make() -> None:
            if self._is_unwanted(name, *args, **kwargs):
                return
            if name == _GUARDS and guards_being_built() is not None:
                kwargs["payload_fn"] = str
            original(name, *args, **kwargs)

        self._guard(make)

    def _is_unwanted(
        self,
        name: str,
        metadata_fn: Callable[[], object] = dict,
        **_kwargs: Any,
    ) -> bool:
        return self._unwanted(name, metadata_fn)


def _asking_trace(
    *args: Any,
    _depyf_listener: Callable[..., None],
    _depyf_original: Callable[..., None],
    **kwargs: Any,
) -> None:
    _depyf_listener(_depyf_original, *args, **kwargs)


# Warned of here by default; on the second, before there was the first, if asked for.
_LOGGERS = (
    "torch._inductor.cudagraph_utils.__cudagraphs",
    "torch._inductor.cudagraph_utils.__perf_hints",
)


def hear_cuda_graphs(take: Callable[[str], None]) -> Restore:
    """Pass each of torch's messages about CUDA graphs to `take`.

    By a filter that lets everything pass: with a handler, logging would no longer print
    what no other handler prints.

    Args:
        take: gets a message, in the thread that compiles or runs.
    """

    def hear(record: logging.LogRecord) -> bool:
        take(record.getMessage())
        return True

    stack = ExitStack()
    for name in _LOGGERS:
        heard = logging.getLogger(name)
        heard.addFilter(hear)
        stack.callback(heard.removeFilter, hear)
    return stack.close
