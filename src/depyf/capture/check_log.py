"""Writes down what `depyf.check` says while a block is open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from depyf.capture import torch_compat
from depyf.capture.entry_event import shown_co_name
from depyf.capture.lock import ForkSafeLock
from depyf.model.detail_events import CallChecked
from depyf.model.events import Note

if TYPE_CHECKING:
    from types import CodeType

    from depyf.capture.context import CaptureContext
    from depyf.model.call_check import Check, Miss

_MOST = 500  # answers that differ: a program may ask before each of its calls


class CheckLog:
    """Writes each answer when it is first given, and at the end how often it was."""

    def __init__(self, context: CaptureContext) -> None:
        self._context = context
        self._again: dict[CallChecked, int] = {}
        self._left_out = 0
        self._lock = ForkSafeLock()

    def note(self, code: CodeType, check: Check) -> None:
        """Write down an answer about a call of the function with this code."""
        event = self._event(code, check)
        with self._lock:
            if event in self._again:
                self._again[event] += 1
                return
            if len(self._again) >= _MOST:
                self._left_out += 1
                return
            self._again[event] = 0
        self._context.record(event)

    def report(self) -> None:
        """Write down how often answers were given again."""
        with self._lock:
            again, self._again = self._again, {}
            left_out, self._left_out = self._left_out, 0
        for event, times in again.items():
            if times:
                self._context.record(replace(event, times=times))
        if left_out:
            text = (
                f"{left_out} more answers of depyf.check: only the first {_MOST} that "
                "differ are told"
            )
            self._context.record(Note(None, text=text))

    def _event(self, code: CodeType, check: Check) -> CallChecked:
        attribution, caller = self._context.attribution, torch_compat.program_caller()
        return CallChecked(
            None,
            code_key=attribution.code_key(code),
            co_name=shown_co_name(code),
            file=code.co_filename,
            first_line=code.co_firstlineno,
            asked_at=self._context.user_lines.source_line(*caller) if caller else None,
            generation=attribution.generation,
            function=check.function,
            hits=check.hits,
            outcome=check.outcome,
            entry=check.entry,
            misses=tuple(self._miss(miss, code) for miss in check.misses),
            reason=check.reason,
            notes=check.notes,
        )

    def _miss(self, miss: Miss, code: CodeType) -> Miss:
        line = miss.user_line
        if line is None or not line.file:
            return miss
        # torch may leave out where the path begins (2.13: what it has in common with
        # its own, and a character more).
        own = code.co_filename
        file = own if own.endswith(line.file) else line.file
        known = self._context.user_lines.source_line(
            file, line.line, line.function, line.text
        )
        return replace(miss, user_line=known)
