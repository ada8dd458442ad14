"""The rule on calls of a logger, which break the graph unless torch ignores them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.rule import Rule
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

LOGGING: Rule[Break] = Rule(
    "logging",
    when=lambda one: one.said.kind is BreakKind.LOGGING,
    edit="torch._dynamo.config.ignore_logging_functions.add(logging.Logger."
    "{it.said.function})",
    note="before the first call: compiled calls then log nothing there",
    title="{it.state}: call of a logger",
)
