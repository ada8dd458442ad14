"""Find where the program sets an attribute on objects of a class."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings.constructed_objects import classes_named, field_place
from depyf.model.findings.program_index import Kind, Store
from depyf.model.findings.program_text import index_of
from depyf.model.findings.syntax_parts import constant, index_of_item, last_name

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.object_classes import Classes, ClassFinder
    from depyf.model.findings.program_index import ProgramIndex


def stores_of(
    files: Sequence[ProgramFile],
    finder: ClassFinder,
    name: str,
    wanted: Classes | None,
    path: Sequence[str] = (),
) -> list[tuple[ProgramFile, Store]]:
    """Return the stores of an attribute on objects of these classes.

    If there are stores outside of `__init__`, only these are returned, because they
    make the value change.  Stores on objects that are certainly of these classes are
    preferred to stores on objects that may be.

    Args:
        files: the files of the program.
        finder: finds the classes of objects.
        name: the name of the attribute.
        wanted: the classes; None for any.
        path: the steps to the object with the attribute, from the guard.
    """
    used = names_used(files)
    groups: dict[tuple[bool, bool, bool], list[tuple[ProgramFile, Store]]] = {}
    for file in files:
        index = index_of(file)
        given = _by_position(files, index, name, wanted)
        for kind in (Kind.ATTRIBUTE, Kind.FIELD, Kind.KEYWORD):
            data = _of_data(index, name) if kind is Kind.ATTRIBUTE else ()
            for store in (*index.at(kind, name), *given.get(kind, ()), *data):
                if store.value is None:
                    continue
                may: object = None
                if wanted is not None:
                    may = finder.may_set(index, store, wanted)
                if may is False or (kind is Kind.KEYWORD and may is not True):
                    continue
                at = _is_run(store, finder, used), may is True, _is_later(store)
                groups.setdefault(at, []).append((file, store))
    order = [(run, known, later) for run in _YES for later in _YES for known in _YES]
    found = next((groups[key] for key in order if groups.get(key)), [])
    return _on_path(found, path)


def _of_data(index: ProgramIndex, name: str) -> Iterator[Store]:
    """Yield the stores that replace a parameter's tensor, as ``layer.up.data = up``."""
    for store in index.at(Kind.ATTRIBUTE, "data"):
        if isinstance(store.owner, ast.Attribute) and store.owner.attr == name:
            yield store._replace(owner=store.owner.value)


def _by_position(
    files: Sequence[ProgramFile],
    index: ProgramIndex,
    name: str,
    wanted: Classes | None,
) -> dict[Kind, list[Store]]:
    """Return the positional arguments that calls of a data class pass for a field."""
    found: list[Store] = []
    for each in sorted(wanted.exact) if wanted is not None else ():
        for own in classes_named(files, each):
            place = field_place(own, name)
            if place is not None:
                found += _arguments(index, each, place)
    return {Kind.KEYWORD: found}


def _arguments(index: ProgramIndex, name: str, place: int) -> Iterator[Store]:
    for call in index.calls.get(name, ()):
        if len(call.args) > place:
            around = index.function_around(call), index.class_around(call)
            yield Store(Kind.KEYWORD, call, None, call.args[place], *around)


def names_used(files: Sequence[ProgramFile]) -> frozenset[str]:
    """Return the names that the program reads, calls or sets."""
    return frozenset().union(*(index_of(file).used for file in files))


_YES = (True, False)


# The methods of modules and autograd functions that torch itself calls.
_CALLED_BY_TORCH = {"forward", "backward", "setup_context", "jvp", "vmap"}


def _is_run(store: Store, finder: ClassFinder, used: frozenset[str]) -> bool:
    """Return whether the function that contains a store may be called.

    A library may call a method that overrides its own, and a decorator may call the
    function that it gets.
    """
    function, own = store.function, store.owner_class
    if function is None or function.name in used | _CALLED_BY_TORCH:
        return True
    bases = [last_name(base) for base in own.bases] if own is not None else []
    is_given_away = any(one != "Module" and not finder.is_own(one) for one in bases)
    return bool(function.decorator_list) or function.name[:1] == "_" or is_given_away


def _is_later(store: Store) -> bool:
    """Return whether a store may run after its object was created."""
    function = store.function
    if store.kind is Kind.FIELD:
        return False
    return function is None or function.name not in {"__init__", "__post_init__"}


def _on_path(
    found: list[tuple[ProgramFile, Store]], path: Sequence[str]
) -> list[tuple[ProgramFile, Store]]:
    """Drop the stores whose owner contradicts `path`, if another owner matches it."""
    alike = [(_alike(store.owner, path), file, store) for file, store in found]
    best = any(count > 0 for count, _, _ in alike)
    return [(file, store) for count, file, store in alike if not best or count >= 0]


def _alike(owner: ast.expr | None, path: Sequence[str]) -> int:
    """Return how many steps at the end two paths share; -1 if they differ."""
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


def changed_defaults(
    files: Sequence[ProgramFile], store: Store
) -> list[tuple[ProgramFile, Store]]:
    """Return the stores that replace the defaults of a function."""
    name = getattr(store.node, "name", "")
    return [
        (file, one)
        for file in files
        for attribute in ("__defaults__", "__kwdefaults__")
        for one in index_of(file).at(Kind.ATTRIBUTE, attribute)
        if one.owner is not None and last_name(one.owner) == name
    ]
