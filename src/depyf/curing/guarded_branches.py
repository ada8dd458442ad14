"""Choose with `torch.where` where a branch tests a plain value and a tensor.

For example, ``if self.training and torch.rand([]) < 0.1: return x`` stays a branch on
``self.training``, and the choice by the tensor moves into it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import instead
from depyf.curing.chosen import both_sides
from depyf.curing.proposal import Proposal, with_torch
from depyf.model.findings import branch_edits

if TYPE_CHECKING:
    from depyf.curing.spot import Spot

# Only these can be a tensor; `not x`, `x is None` and `"a" in x` cannot.
_MAY_BE_TENSORS = (ast.Call, ast.Subscript, ast.BinOp)
_PLAIN = (ast.Is, ast.IsNot, ast.In, ast.NotIn)


def guarded_branch(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that leaves only the plain values to the ``if``."""
    node = spot.statement
    if not spot.is_inner or not isinstance(node, ast.If) or node.orelse:
        return
    test = node.test
    if not isinstance(test, ast.BoolOp) or not isinstance(test.op, ast.And):
        return
    plain = [one for one in test.values if _is_plain(one)]
    rest = test.values[len(plain) :]
    # Python stops at the first part that is false, so the order has to stay.
    if len(rest) != 1 or test.values[: len(plain)] != plain or not plain:
        return
    inner = ast.copy_location(ast.If(test=rest[0], body=node.body, orelse=[]), node)
    lines = _chosen(spot, node, inner)
    if not lines:
        return
    guard = " and ".join(map(spot.source, plain))
    new = (f"if {guard}:", *(f"    {line}" for line in lines))
    edits = [instead(spot.files, spot.line.file, node, *new)]
    what = f"branch on `{guard}` only, and choose by the rest with `torch.where`"
    yield with_torch(spot.files, spot.finding, what, edits)


def _is_plain(node: ast.expr) -> bool:
    """Return whether a part of a test is probably no tensor."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return True
    if isinstance(node, ast.Compare):
        return all(isinstance(op, _PLAIN) for op in node.ops)
    return not isinstance(node, _MAY_BE_TENSORS)


def _chosen(spot: Spot, node: ast.If, inner: ast.If) -> list[str]:
    """Return the lines that replace a branch on the tensor alone; empty if none do."""
    file = spot.line.file
    tree, text = spot.files.tree(file), "\n".join(spot.files.lines(file))
    behind = branch_edits.return_behind(tree, node)
    if behind is not None:
        return [*filter(None, [branch_edits.without_returns(inner, behind, text, 1)])]
    new = branch_edits.without_branch(inner, text, 1)
    if new:
        return [] if new.endswith(":") else [new]
    if any(isinstance(one, ast.Return) for one in ast.walk(node)):
        return []
    found = both_sides(spot.files, file, inner)
    return found.lines if found is not None else []
