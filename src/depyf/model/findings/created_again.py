"""The rule on an object that a line of the program creates again and again.

Torch guards such an object by its identity, so each new one needs an entry of its own,
also if two or three occurred so far.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.findings.program_index import own_nodes
from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.rewriting import names_in
from depyf.model.findings.rule import Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.program_index import Function
    from depyf.model.findings.recompile_groups import Group

_CREATE = {"__init__", "__post_init__"}  # they run once for each owner


class Creation(NamedTuple):
    """The call that creates the object, and the function that contains the call."""

    callee: str
    function: str


def creation(group: Group) -> Creation | None:
    """Return the one assignment that replaces the object each time, or None.

    It calls a class, because a function may return an object that exists.
    Assignments in `__init__` and at module level do not count: there each owner gets
    one object.  A function that returns the object may create one for each caller.
    """
    if len(group.causes) == 1:
        return None
    found = {one for line in group.origin for one in _at(group, line)}
    return found.pop() if len(found) == 1 else None


def _at(group: Group, line: SourceLine) -> Iterator[Creation]:
    file = file_of(group.run, line)
    if file is None:
        return
    index = index_of(file)
    for node in ast.walk(index.tree):
        if isinstance(node, ast.Assign) and node.lineno == line.line:
            around = index.function_around(node)
            if around is not None and around.name not in _CREATE:
                callee = last_name(getattr(node.value, "func", node))
                if callee[:1].isupper() and not _returns(around, node):
                    yield Creation(callee, around.name)


def _returns(function: Function, assignment: ast.Assign) -> bool:
    """Return whether a function returns the variable of an assignment."""
    names = {one.id for one in assignment.targets if isinstance(one, ast.Name)}
    return any(
        isinstance(node, ast.Return)
        and node.value is not None
        and not names.isdisjoint(names_in(node.value))
        for node in own_nodes(function)
    )


CREATED_AGAIN: Rule[Group] = Rule(
    "object-created-again",
    lambda cause: cause.kind is GuardKind.OBJECT,
    creation,
    lambda group: (
        f"needs an entry for each object in `{group.source}`, and "
        f"{_words(group)} creates a new one at each call"
    ),
    note="create the object for `{it.source}` once, and reset what is in it, so that "
    "all calls get the same object",
    title="recompiles for each new `{it.source}`",
)


def _words(group: Group) -> str:
    found = creation(group)
    return "" if found is None else f"`{found.callee}(...)` in `{found.function}`"
