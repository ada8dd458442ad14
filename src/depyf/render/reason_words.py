"""Write the guards that failed before recompiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.causes import cause_of
from depyf.model.guard_facts import condition_text
from depyf.model.source_places import is_of_torch
from depyf.render.places import user_place
from depyf.torch_text.path_names import has_stores
from depyf.torch_text.source_lines import printed_stack

if TYPE_CHECKING:
    from depyf.model.events import RecompileReason, SourceLine
    from depyf.model.run import Frame


def recompile_words(reason: RecompileReason, frame: Frame) -> str:
    """Return a reason, such as ``entry 0/0 failed: tensor 'a' size mismatch ...``."""
    failed = f"entry {reason.failed} failed: " if reason.failed else ""
    return f"{failed}{reason_words(reason, frame)}"


def reason_words(reason: RecompileReason, frame: Frame) -> str:
    """Return the guard that failed, on one line, with the user's line that needs it."""
    where = reason_line(reason)
    words = _failed_guard(reason, frame)
    return f"{words} ({where})" if where else words


def reason_line(reason: RecompileReason) -> str:
    """Return the user's line that needs the guard that failed."""
    return user_place(_needed_by(reason))


def _failed_guard(reason: RecompileReason, frame: Frame) -> str:
    guard = reason.guard
    condition = condition_text(guard)
    if condition != guard.expression:  # it names the class
        return condition
    if not has_stores(guard.asks.subject):
        return guard.text
    # Only the guards of the entry say which of the keys are indexes.
    failed = (one for one in frame.compilations if one.id == reason.failed)
    name = cause_of(reason, frame, next(failed, None)).source
    return guard.text.replace(guard.asks.subject, name) if name else guard.text


def _needed_by(reason: RecompileReason) -> SourceLine | None:
    """Return the line of the guard; of a line in torch, the line that led there."""
    line = reason.guard.user_line
    stack = printed_stack(reason.text)
    if line is None or not stack or not is_of_torch(stack[-1].file):
        return line
    return next((one for one in reversed(stack) if not is_of_torch(one.file)), line)
