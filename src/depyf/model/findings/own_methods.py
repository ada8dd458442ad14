"""Advise on objects that each module has as its own, such as a partial as method.

Torch guards a partial by its identity, but a bound method by its function.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.names import place
from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.rule import Cure
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted, text_of
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group


class PartialMethod(NamedTuple):
    """A partial of a function and an object that becomes an attribute of this object.

    Attributes:
        line: the line of the assignment.
        call: the call of `functools.partial`.
        new: the source of the bound method that does the same.
    """

    line: SourceLine
    call: ast.Call
    new: str


def partial_method(group: Group) -> PartialMethod | None:
    """Return the partial that could be a bound method, or None."""
    if group.first.kind is not GuardKind.OBJECT:
        return None
    for line in group.origin:
        file = file_of(group.run, line)
        stores = index_of(file).at(Kind.ATTRIBUTE, group.attribute) if file else ()
        for store in stores:
            call, owner = store.value, dotted(store.owner) if store.owner else ""
            if store.line != line.line or not isinstance(call, ast.Call) or not file:
                continue
            is_partial = last_name(call.func) == "partial" and not call.keywords
            given = [dotted(one) for one in call.args]
            if is_partial and len(given) == 2 and owner == given[1] and given[0]:
                function = text_of(call.args[0], file.text)
                new = f"types.MethodType({function}, {owner})"
                return PartialMethod(line, call, new)
    return None


def one_object(group: Group) -> Cure:
    """Return how the failed guard meets one object in all calls."""
    found = partial_method(group)
    if found is not None:
        why = "torch compares a method by its function, a partial by its identity"
        return Cure(found.new, f"instead of the partial at {place(found.line)}: {why}")
    if "." in group.source:  # nothing is passed
        return Cure(
            "",
            f"use one object as `{group.attribute}` everywhere, if it may be the same; "
            "or compile the function that calls this one",
        )
    return Cure("", f"create the object for `{group.source}` once, and pass that one")
