"""Find metadata of a tensor subclass that no operation of it uses.

Torch calls the class method ``__metadata_guard__``, if there is one, instead of
comparing all metadata.  It may leave out what only names an object for its users.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.findings.program_index import FUNCTIONS
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.model.findings.subclass_metadata import Metadata

GUARD = "__metadata_guard__"
_LISTS = (ast.List, ast.Tuple)
# Methods that pass the metadata on, or show it.
_WITHOUT_USE = {
    "__init__", "__new__", "__repr__", "__str__", "__tensor_flatten__",
    "__tensor_unflatten__",
}  # fmt: skip


class OwnGuard(NamedTuple):
    """A guard that compares some items of the metadata.

    Attributes:
        unused: the attributes that no operation uses.
        lines: the class method, a line each.
    """

    unused: tuple[str, ...]
    lines: tuple[str, str, str]


def own_guard(found: Metadata) -> OwnGuard | None:
    """Return the guard that leaves unused attributes out; None if there are none.

    An operation that creates such a tensor passes its metadata on, so all is used.
    """
    given = found.given
    if not isinstance(given, _LISTS) or any(
        getattr(one, "name", "") == GUARD for one in found.owner.body
    ):
        return None
    nodes = [*_used(found.owner)]
    names = {found.owner.name, "cls", "type"}
    if any(isinstance(one, ast.Call) and last_name(one.func) in names for one in nodes):
        return None
    read = {one.attr for one in nodes if isinstance(one, ast.Attribute)}
    attributes = [last_name(one) for one in given.elts]
    unused = tuple(one for one in attributes if one and one not in read)
    kept = [at for at, one in enumerate(attributes) if one not in unused]
    equal = " and ".join(f"old[{at}] == new[{at}]" for at in kept) or "True"
    lines = ("@classmethod", f"def {GUARD}(cls, old, new):", f"    return {equal}")
    return OwnGuard(unused, lines) if unused else None


def _used(owner: ast.ClassDef) -> Iterator[ast.AST]:
    """Yield the nodes of the methods that use the metadata."""
    for method in owner.body:
        if isinstance(method, FUNCTIONS) and method.name not in _WITHOUT_USE:
            yield from ast.walk(method)
