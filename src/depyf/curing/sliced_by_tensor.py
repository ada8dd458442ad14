"""Select a window of fixed length by a tensor of indices, not by a slice.

A bound of a slice has to be a number, so torch reads it from a tensor there.  The slice
``start : start + n`` selects the same items as the index ``start + torch.arange(n)``.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import operand_of, replaced_together
from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.curing.spot import Spot


def window_by_index(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit of the slices with one start in the function around a line."""
    if spot.one.said.kind is not BreakKind.NUMBER:
        return
    tree, line = spot.files.tree(spot.line.file), spot.line.line
    function = function_at(tree, line)
    found = [*_windows(function)] if function is not None else []
    starts = {one.key for one in found if getattr(one.node, "lineno", 0) == line}
    lines = spot.files.lines(spot.line.file)
    new = [
        (one.node, f"{operand_of(lines, one.start)} + torch.arange({length})")
        for one in found
        for length in [spot.source(one.length)]
        if one.key in starts and last_line(one.node) == one.node.lineno
    ]
    if new:
        edits = replaced_together(spot.files, spot.line.file, new)
        what = "select the window by a tensor of indices, not by a slice"
        yield with_torch(spot.files, spot.finding, what, edits)


class _Window(NamedTuple):
    """A slice of fixed length."""

    node: ast.expr  # `ast.Slice` is an expression from Python 3.9 on
    start: ast.expr
    length: ast.expr

    @property
    def key(self) -> str:
        return ast.dump(self.start)


def _windows(function: ast.AST) -> Iterator[_Window]:
    """Yield the slices of fixed length; before Python 3.9, ``a:b`` has no place."""
    for node in ast.walk(function):
        lower, upper = _bounds(node)
        length = _length(lower, upper)
        if lower is not None and length is not None and hasattr(node, "lineno"):
            yield _Window(node, lower, length)  # type: ignore[arg-type]


def _bounds(node: ast.AST) -> tuple[ast.expr | None, ast.expr | None]:
    """Return the bounds of ``a:b`` or ``slice(a, b)``; None for other expressions."""
    if isinstance(node, ast.Slice) and node.step is None:
        return node.lower, node.upper
    if isinstance(node, ast.Call) and last_name(node.func) == "slice":
        if len(node.args) == 2 and not node.keywords:
            return node.args[0], node.args[1]
    return None, None


def _length(lower: ast.expr | None, upper: ast.expr | None) -> ast.expr | None:
    """Return `n` of the bounds ``a`` and ``a + n``, or ``a - n`` and ``a``."""
    if lower is None or upper is None:
        return None
    if isinstance(upper, ast.BinOp) and isinstance(upper.op, ast.Add):
        parts = [upper.left, upper.right]
        same = [ast.dump(one) == ast.dump(lower) for one in parts]
        return parts[same.index(False)] if sum(same) == 1 else None
    if isinstance(lower, ast.BinOp) and isinstance(lower.op, ast.Sub):
        return lower.right if ast.dump(lower.left) == ast.dump(upper) else None
    return None
