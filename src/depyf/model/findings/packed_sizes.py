"""The rule on sizes that compiled code packs in a tensor and then reads as numbers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.findings.names import place, program_stack
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_text import (
    file_of,
    line_of,
    program_files,
)
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.spots import is_traced, values_at
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import text_of
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break

_MAKE = {"tensor", "as_tensor", "LongTensor", "IntTensor"}
_KINDS = {BreakKind.NUMBER, BreakKind.BRANCH, BreakKind.SIZE}
_LISTS = (ast.List, ast.Tuple, ast.ListComp, ast.Attribute)


class PackedSizes(NamedTuple):
    """A tensor that compiled code makes of sizes.

    Attributes:
        line: the line that makes it.
        numbers: the expression of the sizes.
        node: the call that makes the tensor.
    """

    line: SourceLine
    numbers: str
    node: ast.expr


@once_each
def packed_sizes(one: Break) -> PackedSizes | None:
    """Return the tensor of sizes from which the line of a break reads a number.

    If the tensor is made outside of compiled code, it is left alone: as numbers, the
    sizes would need a guard.
    """
    where, file = one.where, file_of(one.run, one.where)
    if one.said.kind not in _KINDS or where is None or file is None:
        return None
    stacks = [program_stack(one.event.user_stack)]
    tracer = tracer_of(program_files(one.run)).along(stacks)
    for node, spot in values_at(file, where.line):
        for _ in tracer.follow(node, spot):
            pass  # the tracer notes the expressions on the way
    for made, spot in tracer.visited:
        numbers = _sizes_in(made)
        if numbers is not None:
            line = line_of(spot.file, made.lineno)
            if is_traced(one.run, spot):
                return PackedSizes(line, text_of(numbers, spot.file.text), made)
    return None


def _sizes_in(node: ast.expr) -> ast.expr | None:
    """Return the sizes of which an expression makes a tensor, or None."""
    if not isinstance(node, ast.Call) or last_name(node.func) not in _MAKE:
        return None
    sizes = node.args[0] if node.args else None
    if not isinstance(sizes, _LISTS) or not any(_are_sizes(sizes)):
        return None
    return sizes


def _are_sizes(node: ast.expr) -> Iterator[bool]:
    for one in ast.walk(node):
        yield isinstance(one, ast.Attribute) and one.attr == "shape"
        yield isinstance(one, ast.Call) and last_name(one.func) in {"size", "len"}


def _cure(one: Break) -> Cure:
    found = packed_sizes(one)
    if found is None:
        raise ValueError(f"no tensor of sizes behind {one.place}")
    return Cure(
        "",
        f"keep the sizes as numbers: `{found.numbers}` at {place(found.line)}, without "
        "the tensor; then nothing reads a tensor here",
    )


PACKED_SIZES: Rule[Break] = Rule(
    "sizes-as-tensor",
    when=packed_sizes,
    cure=_cure,
    title="{it.state}: sizes read from a tensor",
)
