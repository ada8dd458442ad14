"""Find numbers that a program packs in a tensor, and that compiled code reads again.

The rule is on sizes that compiled code itself packs.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.findings.names import place, program_stack
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_text import (
    file_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.spots import is_traced, met_from, values_at
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import text_of
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.origin_trace import Tracer
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
    stacks = [program_stack(one.event.user_stack)]
    for made, spot, is_inside in _traced_from(one, line, stacks):
        numbers = _sizes_in(made)
        if numbers is not None and is_inside:
            return _packed(made, numbers, spot)
    return None


def listed_numbers(one: Break, line: SourceLine) -> PackedNumbers | None:
    """Return the tensor of a list that the program passes, and that a line reads.

    The line is in compiled code; the tensor is made outside of it.
    """
    stacks = [program_stack(each.stack) for each in one.compilations]
    for made, spot, is_inside in _traced_from(one, line, stacks):
        numbers = _in_tensor(made)
        if isinstance(numbers, _LISTED) and not is_inside:
            return _packed(made, numbers, spot)
    return None


def _traced_from(
    one: Break, line: SourceLine, stacks: Sequence[Sequence[SourceLine]]
) -> Iterator[tuple[ast.expr, Spot, bool]]:
    """Yield the expressions that give the values on a line.

    Each comes with its spot, and whether torch compiles it.
    """
    file = file_of(one.run, line)
    tracer = tracer_of(program_files(one.run))
    for value, at in values_at(file, line.line) if file is not None else ():
        follower = tracer.along(stacks)
        for node, spot in met_from(follower, value, at):
            is_inside = is_traced(one.run, spot) or _is_met(one, spot, follower)
            yield node, spot, is_inside


def _is_met(one: Break, spot: Spot, tracer: Tracer) -> bool:
    """Return whether a function is on the stack of a break, or called from there only.

    Of a function that fails to compile, depyf knows no inlined functions.
    """
    met = {(line.file, line.function) for line in one.event.user_stack}
    function = spot.function
    if function is None or (spot.file.file, function.name) in met:
        return function is not None
    around = [
        (file.file, index_of(file).function_around(call))
        for file, call, _ in tracer.on_the_way(function, spot.file)
    ]
    return bool(around) and all(
        caller is not None and (file, caller.name) in met for file, caller in around
    )


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
