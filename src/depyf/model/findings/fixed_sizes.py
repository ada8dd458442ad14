"""Rules on sizes that a line of the program makes a constant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings import conditions
from depyf.model.findings import recompile_cures as cures
from depyf.model.findings.fake_numbers import fake_number, kept_a_symbol
from depyf.model.findings.one_each import of
from depyf.model.findings.rule import Outcome, Rule
from depyf.model.findings.twin_numbers import TWIN_NUMBER
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


def _size_made_static(group: Group) -> str:
    line = conditions.fixed_by(group)
    text = f" `{line.text}`" if line is not None and line.text else ""
    return (
        f"needs an entry for each size of `{group.source}` (dimension "
        f"{group.first.index}, such as {group.some_sizes}): its line{text} makes the "
        "size a constant"
    )


FAKE_NUMBERS: tuple[Rule[Group], ...] = tuple(
    Rule(
        "fake-number",
        of(kind),
        fake_number,
        f"needs an entry for each {what} of `{{it.source}}`: `int()` in a fake "
        "implementation makes it a constant",
        cure=kept_a_symbol,
        where=conditions.fixed_by,
        title=f"recompiles for each {what} of `{{it.source}}`",
    )
    for kind, what in ((GuardKind.SIZE, "size"), (GuardKind.NUMBER, "value"))
)
# The first rule that applies gives the result.
FIXED_SIZES: tuple[Rule[Group], ...] = (
    *FAKE_NUMBERS,
    TWIN_NUMBER,
    Rule(
        "size-made-static",
        of(GuardKind.SIZE),
        lambda group: conditions.fixed_by(group) and cures.kept_a_size(group).note,
        _size_made_static,
        cure=cures.kept_a_size,
        where=conditions.fixed_by,
        title="recompiles for each size of `{it.source}`",
    ),
    Rule(
        "one-each",
        of(GuardKind.SIZE),
        lambda group: conditions.fixed_by(group) and not group.limit_reached,
        "`{it.source}` has several sizes at dimension {it.first.index} "
        "({it.some_sizes}), and its line needs a constant",
        outcome=Outcome.ONE_EACH,
        where=conditions.fixed_by,
    ),
    Rule(
        "size-made-static",
        of(GuardKind.SIZE),
        conditions.fixed_by,
        _size_made_static,
        note="use few sizes, or one module for each",
        where=conditions.fixed_by,
        title="recompiles for each size of `{it.source}`",
    ),
)
