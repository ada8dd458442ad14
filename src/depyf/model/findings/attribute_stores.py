"""Find where the program sets an attribute on objects of a class."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Sequence

from depyf.model.findings.program_index import Kind, constant, index_of_item
from depyf.model.findings.program_text import index_of

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.object_classes import Classes, ClassFinder
    from depyf.model.findings.program_index import Store


def stores_of(
    files: Sequence[ProgramFile],
    finder: ClassFinder,
    name: str,
    wanted: Classes | None,
    path: Sequence[str] = (),
) -> list[tuple[ProgramFile, Store]]:
    """Return where an attribute is set on objects of these classes.

    Where some do so outside of `__init__`, only these: they make it change.  What
    is known to be of these classes comes before what may be.

    Args:
        files: of the program.
        finder: of classes in them.
        name: of the attribute.
        wanted: the classes; None for any.
        path: the steps to the object that has it, as the guard tells.
    """
    groups: dict[tuple[bool, bool], list[tuple[ProgramFile, Store]]] = {}
    for file in files:
        index = index_of(file)
        for kind in (Kind.ATTRIBUTE, Kind.FIELD, Kind.KEYWORD):
            for store in index.at(kind, name):
                if store.value is None:
                    continue
                may: object = None
                if wanted is not None:
                    may = finder.may_set(index, store, wanted)
                if may is False or (kind is Kind.KEYWORD and may is not True):
                    continue
                groups.setdefault((may is True, _is_later(store)), []).append(
                    (file, store)
                )
    order = [(True, True), (False, True), (True, False), (False, False)]
    found = next((groups[key] for key in order if groups.get(key)), [])
    return _on_path(found, path)


def _is_later(store: Store) -> bool:
    """Return whether a store runs again after its object was created."""
    function = store.function
    if store.kind is Kind.FIELD:
        return False
    return function is None or function.name not in {"__init__", "__post_init__"}


def _on_path(
    found: list[tuple[ProgramFile, Store]], path: Sequence[str]
) -> list[tuple[ProgramFile, Store]]:
    """Return the stores on this object, if some name it by the same path."""
    alike = [(_alike(store.owner, path), file, store) for file, store in found]
    best = any(count > 0 for count, _, _ in alike)
    return [(file, store) for count, file, store in alike if not best or count >= 0]


def _alike(owner: ast.expr | None, path: Sequence[str]) -> int:
    """Return how many last steps two paths share; -1 if they differ."""
    count, steps = 0, list(path)
    while isinstance(owner, (ast.Attribute, ast.Subscript)) and len(steps) > 1:
        if isinstance(owner, ast.Attribute):
            step = f".{owner.attr}"
        else:
            key = constant(index_of_item(owner))
            step = f"[{key!r}]" if key != "" else steps[-1]
        if step != steps[-1].replace('"', "'"):
            return -1
        count, owner = count + 1, owner.value
        steps.pop()
    return count
