"""The rule on lines that compute and store only the items that a mask selects.

For example, ``x[mask] = y[mask] * 2`` needs the number of items that the mask selects.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import index_of_item
from depyf.model.python_text import parsed
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break


class MaskedStore(NamedTuple):
    """A line that stores what a mask selects.

    Attributes:
        tensor: the expression of the tensor that is changed.
        mask: the expression of the mask.
        value: the stored expression, computed for all items.
    """

    tensor: str
    mask: str
    value: str


def masked_store(line: str) -> MaskedStore | None:
    """Return the parts of a line that stores what a mask selects; None for others.

    >>> masked_store("x[m] = (a - b)[m] * c[m]")
    MaskedStore(tensor='x', mask='m', value='(a - b) * c')
    """
    tree = parsed(line.strip())
    node = tree.body[0] if isinstance(tree, ast.Module) and tree.body else None
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return None
    [target], value = node.targets, node.value
    if not isinstance(target, ast.Subscript) or node.lineno != node.end_lineno:
        return None
    text = line.strip().encode()
    key = index_of_item(target)
    all_items = _of_all_items(text, value, ast.dump(key))
    if not all_items:
        return None
    tensor, mask = (
        text[one.col_offset : one.end_col_offset].decode()
        for one in (target.value, key)
    )
    return MaskedStore(tensor, mask, all_items)


def _of_all_items(line: bytes, value: ast.expr, mask: str) -> str:
    """Return an expression without the mask; "" if it selects nothing by the mask."""
    selected = [
        one
        for one in ast.walk(value)
        if isinstance(one, ast.Subscript) and ast.dump(index_of_item(one)) == mask
    ]
    for one in sorted(selected, key=lambda one: one.col_offset, reverse=True):
        # With its parentheses, which are not part of an expression's own text.
        kept = line[: index_of_item(one).col_offset].rpartition(b"[")[0]
        line = kept + line[one.end_col_offset :]
    return line[value.col_offset :].decode() if selected else ""


def _cure(one: Break) -> Cure:
    found = masked_store(one.where.text) if one.where is not None else None
    assert found is not None
    chosen = f"torch.where({found.mask}, {found.value}, {found.tensor})"
    return Cure(
        "",
        f"compute all items, and choose among them: `{found.tensor}.copy_({chosen})`",
    )


MASKED_STORE: Rule[Break] = Rule(
    "data-dependent-size",
    when=lambda one: (
        one.said.kind is BreakKind.SIZE
        and one.where is not None
        and masked_store(one.where.text) is not None
    ),
    cure=_cure,
    title="{it.state}: data-dependent size",
)
