"""Give each item of a container a tensor of its own.

In ``[x] * 4``, all items are one tensor.  A guard requires that, and fails once an item
is replaced.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.causes import root_name
from depyf.torch_text.names import classes_in
from depyf.torch_text.path_names import readable
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.proposal import Proposal

_MOST = 2
_CLONES = "[one.clone() for one in {}]"
_CLONED_VALUES = "{{key: one.clone() for key, one in {}.items()}}"
_PATH = (ast.Name, ast.Attribute)


def own_items(case: Case) -> Iterator[Proposal]:
    """Yield edits that clone items: where a list repeats a tensor, and at the call."""
    first = case.group.first
    root, expected = root_name(first.source), readable(first.expected or "")
    are_items = first.source.startswith(f"{root}[") and expected.startswith(f"{root}[")
    if case.kind is not GuardKind.ALIAS or not are_items:
        return
    repeated = [
        (file, node)
        for file in case.known
        for node in ast.walk(case.files.tree(file))
        if _repeats(node, case.files.lines(file))
    ]
    for file, node in (*repeated[:_MOST], *list(case.arguments(root))[:1]):
        text = source_of(case.files.lines(file), node)
        edit = replaced(case.files, file, node, _CLONES.format(text))
        what = f"clone each item of `{text}`"
        yield with_torch(case.files, case.finding, what, [edit])


def plain_items(case: Case) -> Iterator[Proposal]:
    """Yield the edit that passes clones in a container that may hold parameters.

    A parameter has another type than a computed tensor; its clone has the same.
    """
    source, root = case.group.first.source, root_name(case.group.first.source)
    names = classes_in(case.group.texts)
    if case.kind is not GuardKind.TYPE or not {"Parameter", "Tensor"} & {*names}:
        return
    if not source.startswith(f"{root}["):
        return
    is_dict = source[len(root) + 1 :].startswith(("'", '"'))
    for file, node in list(case.arguments(root))[:1]:
        text = source_of(case.files.lines(file), node)
        new = (_CLONED_VALUES if is_dict else _CLONES).format(text)
        edit = replaced(case.files, file, node, new)
        what = f"pass clones of what `{text}` contains"
        yield with_torch(case.files, case.finding, what, [edit])


def _repeats(node: ast.AST, lines: Sequence[str]) -> bool:
    """Return whether a list has one variable several times: ``[x] * n``, ``[x, x]``."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        sides = (node.left, node.right)
        return any(
            isinstance(one, ast.List) and all(isinstance(x, _PATH) for x in one.elts)
            for one in sides
        )
    if not isinstance(node, ast.List) or not all(
        isinstance(one, _PATH) for one in node.elts
    ):
        return False
    texts = [source_of(lines, one) for one in node.elts]
    return len(set(texts)) < len(texts)
