"""The rule on graph breaks at calls that draw random numbers from a generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.rule import Rule
from depyf.torch_text.break_words import passes_generator

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break


def _drawn_before(one: Break) -> str:
    """Return the advice; numbers and the seed that they follow from move together."""
    seeds = any("manual_seed" in text for text in one.texts)
    first = "seed the generator and draw" if seeds else "draw"
    return (
        f"{first} these numbers before the call of the compiled function, and pass "
        "them to it"
    )


GENERATOR: Rule[Break] = Rule(
    "generator",
    when=lambda one: passes_generator(" ".join(one.texts)),
    note=_drawn_before,
    title="{it.state}: a `torch.Generator`",
    why="A graph of torch cannot contain a `torch.Generator`.",
)
