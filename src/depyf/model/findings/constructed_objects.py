"""Find the argument of a constructor call that becomes an attribute of the object."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings.expression_parts import passed_at, passed_to
from depyf.model.findings.program_index import Kind, parameters_of
from depyf.model.findings.program_text import index_of
from depyf.model.findings.syntax_parts import last_name, method_of

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.object_classes import ClassFinder


def constructed(
    files: Sequence[ProgramFile], finder: ClassFinder, node: ast.Call, name: str
) -> ast.expr | None:
    """Return the argument of a constructor call that becomes an attribute.

    Args:
        files: the files of the program.
        finder: finds the classes of the program.
        node: the call.
        name: the name of the attribute.
    """
    made = last_name(node.func)
    by_name = [one.value for one in node.keywords if one.arg == name]
    if made == "replace" or (by_name and finder.is_own(made)):
        return by_name[0] if by_name else None
    for own in classes_named(files, made):
        place = field_place(own, name)
        if place is not None:
            return passed_at(node, name, place)
    stores = [
        store
        for file in files
        for store in index_of(file).at(Kind.ATTRIBUTE, name)
        if store.owner_class is not None and store.owner_class.name == made
        if store.function is not None and store.function.name == "__init__"
    ]
    if len(stores) != 1 or stores[0].function is None:
        return None
    value, function = stores[0].value, stores[0].function
    if isinstance(value, ast.Name) and value.id in parameters_of(function):
        return passed_to(function, node, value.id, is_bound=True)
    return None


def classes_named(files: Sequence[ProgramFile], name: str) -> Iterator[ast.ClassDef]:
    """Yield the program's classes of a name."""
    for file in files:
        yield from index_of(file).classes.get(name, ())


def field_place(owner: ast.ClassDef, name: str) -> int | None:
    """Return the position of a field in the calls of a data class.

    The result is None if the class has no such field, or its own constructor.
    """
    fields = [
        getattr(one.target, "id", "")
        for one in owner.body
        if isinstance(one, ast.AnnAssign)
    ]
    has_own = method_of(owner, "__init__") is not None
    return fields.index(name) if name in fields and not has_own else None
