"""Find numbers that a program packs in a tensor, and that compiled code reads again.

The rule is on sizes that compiled code itself packs.
"""

from __future__ import annotations

import ast
from itertools import chain
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.findings.names import place
from depyf.model.findings.program_text import line_of
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.model.findings.values_behind import values_behind
from depyf.model.python_text import text_of
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.spots import Spot

_MAKE = {"tensor", "as_tensor", "LongTensor", "IntTensor"}
_KINDS = {BreakKind.NUMBER, BreakKind.BRANCH, BreakKind.SIZE}
_LISTS = (ast.List, ast.Tuple, ast.ListComp, ast.Attribute)
_LISTED = (*_LISTS, ast.Name)


class PackedNumbers(NamedTuple):
    """A tensor that the program makes of numbers.

    Attributes:
        line: the line that makes it.
        numbers: the expression of the numbers.
        node: the call that makes the tensor.
    """

    line: SourceLine
    numbers: str
    node: ast.expr

    @property
    def cure(self) -> Cure:
        """The edit for sizes, in words: it also changes the lines that read them."""
        return Cure(
            "",
            f"keep the sizes as numbers: `{self.numbers}` at {place(self.line)}, "
            "without the tensor; then nothing reads a tensor here",
        )


@once_each
def packed_sizes(one: Break) -> PackedNumbers | None:
    """Return the tensor of sizes from which the line of a break reads a number."""
    if one.said.kind not in _KINDS or one.where is None:
        return None
    return sizes_read(one, one.where)


def sizes_read(one: Break, line: SourceLine) -> PackedNumbers | None:
    """Return the tensor of sizes from which a line of compiled code reads a number.

    If the tensor is made outside of compiled code, it is left alone: as numbers, the
    sizes would need a guard.
    """
    for made, spot, is_inside in chain.from_iterable(values_behind(one, line)):
        numbers = _sizes_in(made)
        if numbers is not None and is_inside:
            return _packed(made, numbers, spot)
    return None


def listed_numbers(one: Break, line: SourceLine) -> PackedNumbers | None:
    """Return the tensor of a list that the program passes, and that a line reads.

    The line is in compiled code; the tensor is made outside of it.
    """
    for made, spot, is_inside in chain.from_iterable(values_behind(one, line)):
        numbers = _in_tensor(made)
        if isinstance(numbers, _LISTED) and not is_inside:
            return _packed(made, numbers, spot)
    return None


def _packed(made: ast.expr, numbers: ast.expr, spot: Spot) -> PackedNumbers:
    line = line_of(spot.file, made.lineno)
    return PackedNumbers(line, text_of(numbers, spot.file.text), made)


def _in_tensor(node: ast.expr) -> ast.expr | None:
    """Return what a call makes a tensor of; None for other expressions."""
    is_call = isinstance(node, ast.Call) and last_name(node.func) in _MAKE
    return next(iter(getattr(node, "args", ())), None) if is_call else None


def _sizes_in(node: ast.expr) -> ast.expr | None:
    """Return the sizes of which an expression makes a tensor, or None."""
    sizes = _in_tensor(node)
    return sizes if isinstance(sizes, _LISTS) and any(_are_sizes(sizes)) else None


def _are_sizes(node: ast.expr) -> Iterator[bool]:
    for one in ast.walk(node):
        yield isinstance(one, ast.Attribute) and one.attr == "shape"
        yield isinstance(one, ast.Call) and last_name(one.func) in {"size", "len"}


def _cure(one: Break) -> Cure:
    found = packed_sizes(one)
    if found is None:
        raise ValueError(f"no tensor of sizes behind {one.place}")
    return found.cure


PACKED_SIZES: Rule[Break] = Rule(
    "sizes-as-tensor",
    when=packed_sizes,
    cure=_cure,
    title="{it.state}: sizes read from a tensor",
)
