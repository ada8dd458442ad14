"""Multiply by a sparse matrix with dense tensors of its indices and values.

Torch does not compile sparse tensors.  Where an object keeps the matrix, it keeps its
indices and values, too.  The product adds up the rows that the entries select.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import behind
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import class_of, functions_named
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.break_words import is_sparse

if TYPE_CHECKING:
    from depyf.curing.spot import Spot

_PRODUCTS = {"mm", "matmul"}  # of `torch` and `torch.sparse`


def sparse_product(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit of a product of a matrix in an attribute and a dense matrix."""
    event = spot.one.event
    statement = spot.statement
    if statement is None or not is_sparse(event.reason + event.text):
        return
    for node in ast.walk(statement):
        factors = _factors(node)
        if factors is None:
            continue
        matrix, dense = factors
        stored = _stored(spot, matrix.attr)
        if stored is None:
            return
        name = f"self.{matrix.attr}"
        made = spot.source(stored.value)
        lines = (
            f"{name}_entries = ({made}).to_sparse_coo().coalesce()",
            f"{name}_indices = {name}_entries.indices().clone()",
            f"{name}_values = {name}_entries.values().clone()",
            f"{name}_rows = {name}_entries.shape[0]",
            f"del {name}_entries",
        )
        text = spot.source(dense)
        text = text if isinstance(dense, ast.Name) else f"({text})"
        new = (
            f"{text}.new_zeros({name}_rows, {text}.shape[1]).index_add("
            f"0, {name}_indices[0], {name}_values[:, None] * {text}[{name}_indices[1]])"
        )
        edits = (
            spot.replace(node, new),
            behind(spot.files, spot.line.file, stored, *lines),
        )
        what = f"multiply by the indices and values of `{name}`"
        yield Proposal(spot.finding, what, edits)
        return


def _factors(node: ast.AST) -> tuple[ast.Attribute, ast.expr] | None:
    """Return the factors of a product whose first factor is an attribute of self."""
    first: ast.expr
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        first, second = node.left, node.right
    elif isinstance(node, ast.Call) and last_name(node.func) in _PRODUCTS:
        if len(node.args) != 2 or node.keywords:
            return None
        first, second = node.args
    else:
        return None
    is_kept = isinstance(first, ast.Attribute) and last_name(first.value) == "self"
    return (first, second) if isinstance(first, ast.Attribute) and is_kept else None


def _stored(spot: Spot, name: str) -> ast.Assign | None:
    """Return the only statement of the class that stores the attribute, or None."""
    tree = spot.files.tree(spot.line.file)
    function = function_at(tree, spot.line.line)
    owner = class_of(tree, function) if function is not None else None
    stores = [
        node
        for node in ast.walk(owner or ast.Module([], []))
        if isinstance(node, ast.Assign) and len(node.targets) == 1
        if getattr(node.targets[0], "attr", "") == name
    ]
    inits = [*functions_named(owner, "__init__")] if owner is not None else []
    is_first = len(stores) == 1 and any(stores[0] in ast.walk(one) for one in inits)
    return stores[0] if is_first else None
