"""The rule on guards that do not hold for the value that they were made for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.rule import Rule
from depyf.torch_text.break_words import refused_guard
from depyf.torch_text.source_lines import printed_stack

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.failures import Failure


def _guard(one: Failure) -> str:
    return refused_guard(one.metrics.fail_reason)


def _where(one: Failure) -> SourceLine | None:
    """Return the line that asked for the guard, as torch's message shows it."""
    stack = printed_stack(one.metrics.fail_reason)
    return stack[-1] if stack else one.line


REFUSED_GUARD: Rule[Failure] = Rule(
    "refused-guard",
    when=_guard,
    what=lambda one: f"fails to compile: the guard `{_guard(one)}` never holds",
    where=_where,
    note="use a plain type for the value there, such as `set` or `dict` instead of a "
    "class of their kind; or report it to PyTorch",
    title="fails to compile: guard that never holds",
    why=lambda one: (
        f"Torch makes the guard `{_guard(one)}`, which fails for the value that it was "
        "made for. This is a bug of torch."
    ),
)
