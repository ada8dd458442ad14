"""Select an item where its key is set, if compiled code only reads it by that key.

A module that reads ``self.adapters[self.active]`` needs an entry for each value of
`active`.  If the program keeps the adapter where it sets `active`, one entry fits all.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import behind
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced_together, source_of
from depyf.model.findings.program_index import last_line
from depyf.model.findings.syntax_parts import index_of_item
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit

_KINDS = {GuardKind.NUMBER, GuardKind.TEXT}
_SELF = "self"


def selected_item(case: Case) -> Iterator[Proposal]:
    """Yield the edit that keeps the items; an attribute with other uses stays."""
    if case.kind not in _KINDS or not case.is_attribute:
        return
    reads = [(file, node) for file in case.known for node in _reads(case, file)]
    chosen = [(file, item) for file, node in reads if (item := _item(case, file, node))]
    names = {_container(item) for _, item in chosen}
    stores = [(file, node) for file in case.known for node in _stores(case, file)]
    is_each = len(chosen) == len(reads) and all(
        item.lineno == last_line(item) for _, item in chosen
    )
    if not is_each or not chosen or not stores:
        return
    key = case.group.attribute
    edits: list[Edit] = []
    for file in case.known:
        new = [
            (item, f"self.{key}_{_container(item)}")
            for where, item in chosen
            if where == file
        ]
        edits += replaced_together(case.files, file, new)
    edits += [_kept(case, file, node, sorted(names)) for file, node in stores]
    listed = ", ".join(f"`self.{name}[self.{key}]`" for name in sorted(names))
    what = f"keep {listed} where `{key}` is set"
    yield Proposal(case.finding, what, tuple(edits))


def _reads(case: Case, file: str) -> Iterator[ast.Attribute]:
    for node in ast.walk(case.files.tree(file)):
        if isinstance(node, ast.Attribute) and node.attr == case.group.attribute:
            if isinstance(node.ctx, ast.Load):
                yield node


def _item(case: Case, file: str, read: ast.Attribute) -> ast.Subscript | None:
    """Return the item ``self.container[self.key]`` around the key; None for others."""
    if not _is_own(read):
        return None
    for node in ast.walk(case.files.tree(file)):
        if isinstance(node, ast.Subscript) and index_of_item(node) is read:
            is_read = isinstance(node.ctx, ast.Load)
            return node if is_read and _is_own(node.value) else None
    return None


def _is_own(node: ast.expr) -> bool:
    owner = node.value if isinstance(node, ast.Attribute) else None
    return isinstance(owner, ast.Name) and owner.id == _SELF


def _container(item: ast.Subscript) -> str:
    return getattr(item.value, "attr", "")


def _stores(case: Case, file: str) -> Iterator[ast.Assign]:
    """Yield the statements that set the key, but for those that set None."""
    for node in ast.walk(case.files.tree(file)):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        is_none = isinstance(node.value, ast.Constant) and node.value.value is None
        target = node.targets[0]
        if isinstance(target, ast.Attribute) and not is_none:
            if target.attr == case.group.attribute:
                yield node


def _kept(case: Case, file: str, store: ast.Assign, names: list[str]) -> Edit:
    """Return the edit that keeps the items; a module would register them again."""
    target = store.targets[0]
    assert isinstance(target, ast.Attribute)
    owner = source_of(case.files.lines(file), target.value)
    key = case.group.attribute
    lines = (
        f'{owner}.__dict__["{key}_{name}"] = {owner}.{name}[{owner}.{key}]'
        for name in names
    )
    return behind(case.files, file, store, *lines)
