"""Read facts that the structured trace of some torch releases does not report.

The trace reports graph breaks since 2.5, recompile reasons since 2.6 and guards since
2.4; torch 2.2 has no trace.  In older releases, depyf reads these facts elsewhere: in
torch's list of graph breaks, in the frames that call the bytecode hook, and in the
cache entry.  Facts that the trace did report are not read again.
"""

from __future__ import annotations

import weakref
from functools import partial
from typing import TYPE_CHECKING

from depyf.capture import torch_compat
from depyf.capture.entry_event import guards_of
from depyf.capture.trace_records import recompile_reasons
from depyf.model.events import GraphBreak, GuardsReported, Recompile, RecompileReason
from depyf.torch_text.names import CompileId

if TYPE_CHECKING:
    from types import CodeType

    from depyf.capture.context import CaptureContext
    from depyf.model.events import TransformedCode


class GapSource:
    """Records the missing facts of an entry after the entry is made."""

    def __init__(self, context: CaptureContext) -> None:
        self._context = context
        self._breaks_seen = 0
        self._waiting: list[
            tuple[CompileId, weakref.ref[CodeType], weakref.ref[CodeType]]
        ] = []

    def install(self) -> None:
        """Ignore graph breaks of earlier compilations."""
        self._breaks_seen = len(torch_compat.break_reasons())

    def entry_made(
        self, event: TransformedCode, original: CodeType, code: CodeType
    ) -> None:
        """Record an entry's graph breaks and recompile reasons."""
        self.read_guards()
        breaks = torch_compat.break_reasons()
        if len(breaks) < self._breaks_seen:  # `torch._dynamo.reset` emptied the list
            self._breaks_seen = 0
        new = breaks[self._breaks_seen :]
        self._breaks_seen = len(breaks)
        compile_id = event.compile_id
        if compile_id is None:
            return
        if event.resumes and not self._context.was_recorded(GraphBreak, compile_id):
            for reason in new:
                self._record_break(compile_id, reason)
        if not self._context.was_recorded(Recompile, compile_id):
            reasons = self._reasons_kept() or _reasons_found(original)
            if reasons:
                self._context.record(Recompile(compile_id, reasons=reasons))
        self._waiting.append((compile_id, weakref.ref(original), weakref.ref(code)))

    def _reasons_kept(self) -> tuple[RecompileReason, ...]:
        """Return why entries did not fit, if torch keeps the reasons."""
        generation = self._context.attribution.generation
        texts = torch_compat.reasons_to_recompile()
        found = (recompile_reasons(text, generation) for text in texts)
        return tuple(reason for reasons in found for reason in reasons)

    def read_guards(self) -> None:
        """Record the guards of earlier entries, unless torch reported them."""
        waiting, self._waiting = self._waiting, []
        for compile_id, original, code in waiting:
            if not self._context.was_recorded(GuardsReported, compile_id):
                self._context.boundary.call(
                    "reading guards from a cache entry",
                    "the guards of one entry are missing",
                    partial(self._guards, compile_id, original(), code()),
                )

    def _guards(
        self, compile_id: CompileId, original: CodeType | None, code: CodeType | None
    ) -> None:
        if original is None or code is None:
            return
        for entry in torch_compat.cache_entries(original):
            manager = torch_compat.guards_of_entry(entry)
            if getattr(entry, "code", None) is code and manager is not None:
                self._context.record(guards_of(compile_id, manager))

    def _record_break(
        self, compile_id: CompileId, reason: torch_compat.BreakReason
    ) -> None:
        stack = tuple(
            self._context.user_lines.source_line(
                frame.filename, frame.lineno or 0, frame.name, frame.line or ""
            )
            for frame in reason.user_stack
        )
        words = " ".join(reason.reason.split())
        self._context.record(
            GraphBreak(compile_id, reason=words, user_stack=stack, text=reason.reason)
        )


def _reasons_found(original: CodeType) -> tuple[RecompileReason, ...]:
    """Return the guards of existing entries that fail for the current call.

    Up to 2.4 torch does not compute them if the call has other modules as arguments.
    """
    failed = torch_compat.failed_checks(original, torch_compat.compiled_frame_locals())
    return tuple(
        RecompileReason(check.reason, CompileId.parse(torch_compat.entry_name(entry)))
        for entry, check in failed
    )
