"""Subscribe to the records of torch's structured trace.

Torch makes records only if there is a listener.  If depyf is the only listener, records
that depyf does not need are not made.  And an error while torch makes a record must not
reach the program, because it would not have happened without depyf.
"""

from __future__ import annotations

import logging
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, AbstractSet, Any, Callable
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
# The text of this record is not made if the tree of guards can be read from its
# objects: making the text takes as long as reading the tree.
_GUARDS = "dynamo_cpp_guards_str"
_NOBODY = object()  # stands for the unknown folder of a handler

_HEARING: WeakSet[logging.Handler] = WeakSet()
# Returns whether depyf does not need a record of this name; the second argument returns
# the record's fields.
Unwanted = Callable[[str, Callable[[], object]], bool]
# Calls a function that makes a record; counts and reports its failures.
Guard = Callable[[Callable[[], None]], None]


def add_trace_handler(
    handler: logging.Handler,
    never: AbstractSet[str],
    unwanted: Unwanted,
    guard: Guard,
) -> Restore | None:
    """Put `handler` first on torch's structured trace; None if torch has none (2.2).

    It must be first, because torch's lazy handler removes itself from the list during
    an iteration, so that the handler after it misses a record.

    Args:
        handler: gets the records.
        never: the names of records that `handler` never needs.  Such records are not
            made while there is no other listener.  A large model has thousands.
        unwanted: returns whether `handler` does not need another record.
        guard: calls the function that makes a record, while there is no other listener.
    """
    internal = sys.modules.get(_INTERNAL)
    if getattr(internal, "trace_log", None) is None:
        return None
    trace_log = logging.getLogger(TRACE_LOGGER)
    if not trace_log.isEnabledFor(logging.DEBUG):
        return None
    restore = ExitStack()
    if not _others(trace_log, handler):
        listener = _SoleListener(trace_log, handler, never, unwanted, guard)
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

    # Set a new list, because another thread may iterate over the old one.
    trace_log.handlers = [handler, *trace_log.handlers]
    restore.callback(leave)
    return restore.close


def trace_is_heard() -> bool:
    """Return whether records now reach a handler that `add_trace_handler` added."""
    trace_log = logging.getLogger(TRACE_LOGGER)
    return (
        any(handler in _HEARING for handler in trace_log.handlers)
        and not trace_log.disabled
        and trace_log.isEnabledFor(logging.DEBUG)
    )


def trace_was_disabled() -> bool:
    """Return whether the program's logging configuration disabled the trace."""
    return logging.getLogger(TRACE_LOGGER).disabled


def interned_text(number: int) -> str | None:
    """Return the file name for torch's number; each process has its own (2.3+)."""
    structured = sys.modules.get("torch._logging.structured")
    table = getattr(structured, "INTERN_TABLE", None)
    if table is None:
        return None
    return next((text for text, known in table.items() if known == number), None)


def _others(trace_log: logging.Logger, handler: logging.Handler) -> bool:
    """Return whether another handler needs records; one without a folder does not."""
    return any(
        listener is not handler and getattr(listener, "root_dir", _NOBODY) is not None
        for listener in trace_log.handlers
    )


class _SoleListener:
    """Decides for each trace record whether torch creates it.

    Args:
        trace_log: torch's logger, whose handlers are the listeners.
        handler, never, unwanted, guard: as in `add_trace_handler`.
    """

    def __init__(
        self,
        trace_log: logging.Logger,
        handler: logging.Handler,
        never: AbstractSet[str],
        unwanted: Unwanted,
        guard: Guard,
    ) -> None:
        self._trace_log = trace_log
        self._handler = handler
        self._never = never
        self._unwanted = unwanted
        self._guard = guard

    def make(
        self,
        original: Callable[..., None],
        name: str,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """Make the record as torch does, unless no listener needs it."""
        if _others(self._trace_log, self._handler):
            original(name, *args, **kwargs)
            return
        if name in self._never:
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


# Torch warns in the first logger by default.  Before it existed, torch wrote to the
# second one, if its messages were switched on.
_LOGGERS = (
    "torch._inductor.cudagraph_utils.__cudagraphs",
    "torch._inductor.cudagraph_utils.__perf_hints",
)


def hear_cuda_graphs(take: Callable[[str], None]) -> Restore:
    """Pass each of torch's messages about CUDA graphs to `take`.

    A filter that lets all messages pass does this.  With a handler, logging would stop
    printing messages that have no other handler.

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
