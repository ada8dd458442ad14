"""The rule on functions that run as plain Python because the backend failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.rule import Rule
from depyf.model.wording import lower_first
from depyf.torch_text.break_words import error_of_backend
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break


def _why(one: Break) -> str:
    error = lower_first(error_of_backend(one.event.explanation or one.reason))
    return f"Torch captured the graph, but could not compile it: {error}."


BACKEND_ERROR: Rule[Break] = Rule(
    "backend-error",
    when=lambda one: one.said.kind is BreakKind.BACKEND,
    title="{it.state}: the backend failed",
    why=_why,
    note='try `torch.compile(..., backend="eager")`: it tells whether only this '
    "backend fails",
)
