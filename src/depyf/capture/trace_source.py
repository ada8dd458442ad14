"""Turn torch's structured trace into events as torch emits it.

A logging handler on ``torch.__trace`` gets graphs, kernels, guards, graph breaks, cache
look-ups and times, each with its compile id.  Payloads may have megabytes, so they are
written at once and not kept.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Callable, Iterator

from depyf.capture import torch_compat
from depyf.capture.entry_event import guards_being_built, shown_co_name
from depyf.capture.trace_input import Surroundings
from depyf.capture.trace_table import DROPPED, TraceReader, is_dropped
from depyf.model.events import FrameSkipped, FrameStarted, Metrics, Recompile

if TYPE_CHECKING:
    from depyf.capture.context import CaptureContext
    from depyf.capture.graph_source import GraphSource
    from depyf.capture.kernel_source import KernelSource
    from depyf.model.events import Event, GuardsReported, SourceLine
    from depyf.torch_text.names import CompileId

_SKIPPED = (
    "torch found no tensor operation to compile in it, or met a graph break that it "
    "cannot go on behind (this torch does not tell which)"
)
_FACT_LOST = "one fact is missing from the report"


class TraceSource(logging.Handler):
    """The logging handler of the trace; its work runs inside the failure boundary."""

    def __init__(
        self,
        context: CaptureContext,
        graphs: GraphSource,
        kernels: KernelSource,
    ) -> None:
        super().__init__(logging.DEBUG)
        self._context = context
        self._reader = TraceReader(_LiveTorch(context, graphs, kernels))
        # It replaces the method, because Dynamo may be active when torch logs.
        outside = torch_compat.outside_dynamo(self._emit)
        self.emit: Callable[[logging.LogRecord], None] = outside  # type: ignore[assignment]

    def install(self) -> torch_compat.Restore | None:
        """Listen to the trace; None if this torch has none."""
        return torch_compat.add_trace_handler(self, DROPPED, is_dropped, self._guarded)

    def _guarded(self, make: Callable[[], None]) -> None:
        """Let torch emit a record for depyf, but keep failures from the program."""
        self._context.boundary.call(
            "having torch describe what it does", _FACT_LOST, make
        )

    def _emit(self, record: logging.LogRecord) -> None:
        """Read one record; logging calls this in the thread that compiles."""
        metadata = getattr(record, "metadata", None)
        if not isinstance(metadata, dict):
            return
        payload = getattr(record, "payload", None)
        self._context.boundary.call(
            "reading torch's trace",
            _FACT_LOST,
            lambda: self._reader.take(metadata, payload or ""),
        )


class _LiveTorch(Surroundings):
    """The context of trace records that torch emits while it is compiling."""

    def __init__(
        self, context: CaptureContext, graphs: GraphSource, kernels: KernelSource
    ) -> None:
        super().__init__(context.user_lines, context.attribution)
        self._context = context
        self._graphs = graphs
        self._kernels = kernels

    def record(self, event: Event) -> None:
        if isinstance(event, FrameStarted):
            event = self._with_code(event)
        self._context.record(event)
        if isinstance(event, (FrameStarted, Recompile)):  # a recompile may be refused
            self._context.name_owner(event.compile_id)
        if isinstance(event, Metrics):
            # Do it before the first call, so that an old breakpoint is hit at once.
            self._graphs.make_steppable(event.compile_id)
            came_to_nothing = not event.made_entry and not event.fail_type
            if came_to_nothing and not torch_compat.tells_breaks_of_skipped():
                self._context.record(FrameSkipped(event.compile_id, reason=_SKIPPED))

    def _with_code(self, event: FrameStarted) -> FrameStarted:
        code = torch_compat.compiled_code()
        if code is None or shown_co_name(code) != event.co_name:
            return event
        return replace(event, code_key=self._context.attribution.code_key(code))

    def graph(self, compile_id: CompileId | None, kind: str, text: str) -> None:
        self._graphs.from_trace(compile_id, kind, text)

    def kernel(self, compile_id: CompileId | None, path: str, text: str) -> None:
        self._kernels.reported(compile_id, path, text)

    def guards(self, compile_id: CompileId, tree: str) -> GuardsReported:
        return guards_being_built(compile_id, tree)

    def identified(self, torch_id: CompileId) -> CompileId:
        return self._context.settled(torch_id) or torch_id

    def begin(self, torch_id: CompileId) -> CompileId:
        compile_id = super().begin(torch_id)
        if compile_id.attempt > 0:
            self._graphs.forget_attempt(compile_id)
        return compile_id

    def interned(self, number: int) -> str | None:
        return torch_compat.interned_text(number)

    def compiled_function(self) -> tuple[SourceLine, ...]:
        code = torch_compat.compiled_code()
        if code is None:
            return ()
        place = code.co_filename, code.co_firstlineno, code.co_name
        return (self.user_lines.source_line(*place),)

    def callers(self) -> Iterator[SourceLine]:
        for found in torch_compat.program_callers():
            yield self.user_lines.source_line(*found)

    def guard_is_suppressed(self) -> bool:
        return torch_compat.guard_is_suppressed()
