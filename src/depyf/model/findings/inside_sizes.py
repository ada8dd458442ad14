"""The rule on a check of a size that only a tensor inside of compiled code has.

Torch builds guards from inputs.  The length of a nested tensor that compiled code
creates has no input, and building the guards ends in an error without a line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.detail_events import ShapeGuard
from depyf.model.events import ShapeSymbol
from depyf.model.findings.names import is_library, place
from depyf.model.findings.rule import Rule
from depyf.torch_text.names import is_made_inside
from depyf.torch_text.shape_guards import symbols_in

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.failures import Failure


class InsideSize(NamedTuple):
    """A check of such a size.

    Attributes:
        made: the line that creates the tensor.
        checked: the line that needs the check.
    """

    made: SourceLine
    checked: SourceLine


@once_each
def inside_size(one: Failure) -> InsideSize | None:
    """Return the check that torch cannot make a guard, if the error has no line."""
    if one.metrics.fail_line is not None or one.metrics.made_entry:
        return None
    facts = one.compilation.facts
    made = {
        each.symbol: each.user_line
        for each in facts.all(ShapeSymbol)
        if is_made_inside(each.source)
    }
    for guard in facts.all(ShapeGuard):
        at = guard.user_line
        for symbol in symbols_in(guard.expression):
            line = made.get(symbol)
            if line is not None and at is not None and not is_library(at.file):
                return InsideSize(line, at)
    return None


def _note(one: Failure) -> str:
    found = inside_size(one)
    assert found is not None
    return (
        f"create the tensor of {place(found.made)} before the call and pass it, or "
        f"after {place(found.checked)}"
    )


def _checked(one: Failure) -> SourceLine | None:
    found = inside_size(one)
    return found.checked if found is not None else None


INSIDE_SIZE: Rule[Failure] = Rule(
    "size-made-inside",
    when=inside_size,
    what="fails to compile: torch cannot guard a size of a tensor that compiled code "
    "creates",
    note=_note,
    where=_checked,
    title="fails to compile: size of a new tensor",
    why="This line needs a check of a size. Compiled code creates that tensor, so "
    "torch cannot make the check a guard.",
)
