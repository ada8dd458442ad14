"""Find the statements that set a global, or a variable that a function captures."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings.program_index import Kind, own_nodes
from depyf.model.findings.program_text import index_of

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.program_index import ProgramIndex, Store
    from depyf.model.run import Frame


def of_global(
    name: str, files: Sequence[ProgramFile], own: ProgramFile | None
) -> Iterator[tuple[ProgramFile, Store]]:
    """Yield the stores that set a global of the module `own`, in all files."""
    for file in files:
        index = index_of(file)
        for store in index.stores.get(name, ()):
            if _sets_global(index, store, name, is_own=file is own):
                yield file, store


def of_captured(
    name: str, frame: Frame, file: ProgramFile | None
) -> Iterator[tuple[ProgramFile, Store]]:
    """Yield the stores that set a captured variable.

    These are the stores of functions that declare it ``nonlocal``, if there are any.
    Otherwise, these are the stores in the function that defines the compiled one.
    """
    if file is None:
        return
    index = index_of(file)
    stores = [
        one
        for one in index.stores.get(name, ())
        if one.kind in {Kind.NAME, Kind.LOOP} and one.function is not None
    ]
    outer = frame.qualified_name.split(".")
    shared = [
        one
        for one in stores
        if name in _declared(one.function, ast.Nonlocal)
        if getattr(index.function_around(one.function), "name", "") in outer  # type: ignore[arg-type]
    ]
    own = [one for one in stores if one.function and one.function.name in outer]
    yield from ((file, one) for one in shared or own)


def _sets_global(index: ProgramIndex, store: Store, name: str, *, is_own: bool) -> bool:
    """Return whether a store sets a global, by name or as an attribute of a module."""
    if store.kind is Kind.ATTRIBUTE:
        owner = store.owner
        return isinstance(owner, ast.Name) and owner.id in index.modules
    if store.kind not in {Kind.NAME, Kind.LOOP} or not is_own:
        return False
    function = store.function
    return function is None or name in _declared(function, ast.Global)


def _declared(
    function: ast.AST | None, kind: type[ast.Global | ast.Nonlocal]
) -> set[str]:
    """Return the names that a function declares ``global`` or ``nonlocal``."""
    nodes = own_nodes(function) if function is not None else ()
    return {name for node in nodes if isinstance(node, kind) for name in node.names}
