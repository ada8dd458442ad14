"""The rule on graph breaks at calls that draw random numbers from a generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.rule import Rule
from depyf.torch_text.break_words import passes_generator

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

GENERATOR: Rule[Break] = Rule(
    "generator",
    when=lambda one: passes_generator(" ".join(one.texts)),
    note="draw these numbers before the call of the compiled function, and pass them "
    "to it",
    title="{it.state}: a `torch.Generator`",
    why="A graph of torch cannot contain a `torch.Generator`.",
)
