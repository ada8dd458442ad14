"""Find metadata of a tensor subclass that no operation of it uses.

Torch calls the class method ``__metadata_guard__``, if there is one, instead of
comparing all metadata.  It may leave out what only names an object for its users.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.findings.program_index import FUNCTIONS
from depyf.model.findings.program_text import index_of, program_files
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.findings.subclass_metadata import Metadata

GUARD = "__metadata_guard__"
_DISPATCH = "__torch_dispatch__"
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


def own_guard(group: Group, found: Metadata) -> OwnGuard | None:
    """Return the guard that leaves unused attributes out; None if there are none.

    Args:
        group: the recompiles; functions that called the compiled code may use all.
        found: the metadata of a class that runs its operations itself.
    """
    given, owner = found.given, found.owner
    methods = {getattr(one, "name", "") for one in owner.body}
    if not isinstance(given, _LISTS) or GUARD in methods or _DISPATCH not in methods:
        return None
    nodes = [*_used(group, owner)]
    # An operation that creates such a tensor passes all metadata on.
    names = {owner.name, "cls", "type"}
    own = [node for one in owner.body if _is_used(one) for node in ast.walk(one)]
    if any(isinstance(one, ast.Call) and last_name(one.func) in names for one in own):
        return None
    read = {one.attr for one in nodes if isinstance(one, ast.Attribute)}
    attributes = [last_name(one) for one in given.elts]
    unused = tuple(one for one in attributes if one and one not in read)
    kept = [at for at, one in enumerate(attributes) if one not in unused]
    equal = " and ".join(f"old[{at}] == new[{at}]" for at in kept) or "True"
    lines = ("@classmethod", f"def {GUARD}(cls, old, new):", f"    return {equal}")
    return OwnGuard(unused, lines) if unused else None


def _used(group: Group, owner: ast.ClassDef) -> Iterator[ast.AST]:
    """Yield the nodes of all functions that compiled code may call."""
    stacks = (line for one in group.compilations for line in one.stack)
    callers = {line.function for line in stacks}
    own = {id(one) for one in owner.body if not _is_used(one)}
    for file in program_files(group.run):
        for functions in index_of(file).functions.values():
            for one in functions:
                if id(one) not in own and one.name not in callers:
                    yield from ast.walk(one)


def _is_used(statement: ast.stmt) -> bool:
    return isinstance(statement, FUNCTIONS) and statement.name not in _WITHOUT_USE
