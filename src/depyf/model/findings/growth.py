"""Find out whether a container grows from call to call."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from depyf.model.findings.program_index import own_nodes
from depyf.model.findings.program_text import function_of, is_container
from depyf.reading.numbers import is_number
from depyf.regexes import regex

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.program_index import Function
    from depyf.model.findings.recompile_groups import Group

#: The rule on containers that grow.
GROWING = "growing-container"

_LENGTHS_OF_A_SWITCH = 2  # such as of an empty container and a filled one
_RISES_TO_A_FALL = 3  # the least ratio, for a length that grows and starts again
_ADDS = regex(
    r"\.(?:append|appendleft|extend|insert|add|update|setdefault|push)\(|\+=|\]\s*=[^=]"
    r"|=\s*[\[(]\*|=.*[\w\])]\s*\+\s*[\[(]"
)
# A line that makes a container, or fills it: a variable, and what is done with it.
_FILLS = regex(r"(\w+)(?: = |\[|\.\w+\()")


def grows(group: Group) -> bool:
    """Return whether a container has more items each time.

    A varying number of arguments is no growth.  The lengths in the entries' guards
    decide first: they must rise, and the function must add items, or each step must be
    equal.  Otherwise, the lengths in torch's reasons decide.  Some may be missing
    there, because another guard failed first.
    """
    if _is_of_arguments(group) or _is_made_anew(group):
        return False
    made_for = group.lengths
    steps = [later - before for before, later in zip(made_for, made_for[1:])]
    rises = [step for step in steps if step > 0]
    falls = len([step for step in steps if step < 0])  # it starts again
    if len(set(made_for)) > _LENGTHS_OF_A_SWITCH and falls * _RISES_TO_A_FALL < len(
        rises
    ):
        return is_filled_inside(group) or len(set(rises)) == 1
    if falls:
        return False
    failed = [int(one.expected) for one in group.causes if is_number(one.expected)]
    return len(failed) > 1 and failed == sorted(failed) and failed[0] < failed[-1]


def varies(group: Group) -> bool:
    """Return whether a container comes with more lengths than a switch has."""
    many = len(set(group.lengths)) > _LENGTHS_OF_A_SWITCH
    return grows(group) or (many and not _is_of_arguments(group))


def is_extended(group: Group) -> bool:
    """Return whether a line of the program adds items to the container."""
    return is_filled_inside(group) or any(
        _ADDS.search(line.text) for line in group.origin
    )


def is_filled_inside(group: Group) -> bool:
    """Return whether the function itself changes what is in the container."""
    return any(one.target == group.first.literal for one in group.effects)


def filled_at(group: Group) -> tuple[SourceLine, ...]:
    """Return the lines of compiled code that change what is in the container."""
    lines = dict.fromkeys(
        line
        for effect in group.effects
        if effect.target == group.first.literal
        for line in effect.user_lines
    )
    return tuple(lines)


def _is_of_arguments(group: Group) -> bool:
    """Return whether a container is ``*args`` or ``**kwargs`` of the function."""
    name = group.first.source
    stars = re.compile(rf"\*{re.escape(name)}\b")
    return name.isidentifier() and bool(stars.search(group.frame.original_source))


def _is_made_anew(group: Group) -> bool:
    """Return whether a function that returned before the call created the container."""
    at_call = {
        line.function.rpartition(".")[2]
        for one in group.compilations
        for line in one.stack
    }
    for line in group.origin:
        filled, function = _FILLS.match(line.text), function_of(group.run, line)
        if filled is None or function is None or function.name in at_call:
            continue
        if filled[1] in _new_containers(function):
            return True
    return False


def _new_containers(function: Function) -> set[str]:
    """Return the variables to which a function assigns a new container."""
    found = set()
    for node in own_nodes(function):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in getattr(node, "targets", [getattr(node, "target", None)]):
                several = isinstance(target, ast.Tuple)
                values = getattr(node.value, "elts", []) if several else [node.value]
                names = zip(getattr(target, "elts", [target]), values)
                found |= {getattr(n, "id", "") for n, one in names if is_container(one)}
    return found
