"""Multiply by a sparse matrix with dense tensors of its indices and values.

Torch does not compile sparse tensors.  Where an object keeps the matrix, it keeps its
indices and values, too.  The product adds up the rows that the entries select.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import behind, instead
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import class_of, functions_named
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted
from depyf.torch_text.break_words import is_sparse

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit
    from depyf.curing.spot import Spot

_PRODUCTS = {"mm", "matmul"}  # of `torch` and `torch.sparse`
# The functions that make a matrix, and how many arguments they take with its size.
_PARTS = {"sparse_coo_tensor": 3, "sparse_csr_tensor": 4}


class _Entries(NamedTuple):
    """The source of the parts of a sparse matrix, and the edits that make them."""

    number: str  # of rows
    rows: str
    columns: str
    values: str
    edits: Sequence[Edit]


def sparse_product(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit of a product of a sparse matrix and a dense one.

    The matrix is an attribute, or the function makes it from its parts.
    """
    event = spot.one.event
    statement = spot.statement
    if statement is None or not is_sparse(event.reason + event.text):
        return
    tree = spot.files.tree(spot.line.file)
    function = function_at(tree, spot.line.line)
    for node in ast.walk(function or statement):
        factors = _factors(node)
        entries = _entries(spot, statement, factors[0]) if factors else None
        if factors is None or entries is None:
            continue
        text = spot.source(factors[1])
        text = text if isinstance(factors[1], ast.Name) else f"({text})"
        new = (
            f"{text}.new_zeros({entries.number}, {text}.shape[1]).index_add("
            f"0, {entries.rows}, {entries.values}[:, None] * {text}[{entries.columns}])"
        )
        what = f"multiply by the indices and values of `{spot.source(factors[0])}`"
        edits = (spot.replace(node, new), *entries.edits)
        yield Proposal(spot.finding, what, edits)
        return


def _entries(spot: Spot, statement: ast.stmt, matrix: ast.expr) -> _Entries | None:
    """Return the parts of a matrix; None if the program keeps it in another way."""
    if isinstance(matrix, ast.Attribute):
        stored = _stored(spot, matrix.attr)
        return _of_attribute(spot, stored, matrix.attr) if stored is not None else None
    made = statement if isinstance(statement, ast.Assign) else None
    call = made.value if made is not None else None
    name = getattr(matrix, "id", "")
    is_made = made is not None and [dotted(one) for one in made.targets] == [name]
    if made is None or not is_made or not isinstance(call, ast.Call):
        return None
    function = function_at(spot.files.tree(spot.line.file), made.lineno)
    is_read_once = _uses(function, name) == 1
    return _of_parts(spot, made, call) if is_read_once and not call.keywords else None


def _uses(function: ast.AST | None, name: str) -> int:
    nodes = ast.walk(function) if function is not None else ()
    loads = (one for one in nodes if isinstance(getattr(one, "ctx", None), ast.Load))
    return len([one for one in loads if getattr(one, "id", "") == name])


def _of_parts(spot: Spot, made: ast.Assign, call: ast.Call) -> _Entries | None:
    """Return the parts that the call which makes a matrix gets."""
    kind, given = last_name(call.func), call.args
    size = given[-1] if len(given) == _PARTS.get(kind) else None
    if not isinstance(size, (ast.Tuple, ast.List)):
        return None
    number, name = spot.source(size.elts[0]), dotted(made.targets[0])
    if kind == "sparse_coo_tensor":
        indices, values = map(spot.source, given[:2])
        lines = [f"{name}_rows, {name}_columns = {indices}"]
    else:
        starts, columns, values = map(spot.source, given[:3])
        places = f"torch.arange({columns}.shape[0], device={columns}.device)"
        lines = [
            f"{name}_columns = {columns}",
            f"{name}_rows = torch.bucketize({places}, {starts}, right=True) - 1",
        ]
    lines.append(f"{name}_values = {values}")
    edit = instead(spot.files, spot.line.file, made, *lines)
    return _Entries(
        number, f"{name}_rows", f"{name}_columns", f"{name}_values", (edit,)
    )


def _of_attribute(spot: Spot, stored: ast.Assign, attribute: str) -> _Entries:
    """Return the parts that `__init__` keeps beside the matrix."""
    name = f"self.{attribute}"
    lines = (
        f"{name}_entries = ({spot.source(stored.value)}).to_sparse_coo().coalesce()",
        f"{name}_indices = {name}_entries.indices().clone()",
        f"{name}_values = {name}_entries.values().clone()",
        f"{name}_rows = {name}_entries.shape[0]",
        f"del {name}_entries",
    )
    rows, columns = f"{name}_indices[0]", f"{name}_indices[1]"
    edit = behind(spot.files, spot.line.file, stored, *lines)
    return _Entries(f"{name}_rows", rows, columns, f"{name}_values", (edit,))


def _factors(node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """Return the factors of a product with a variable or an attribute of self first."""
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
    return (first, second) if is_kept or isinstance(first, ast.Name) else None


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
