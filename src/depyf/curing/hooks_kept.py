"""Register hooks once, in `__init__`, if a method registers and removes them each time.

What the hooks collect stays an attribute of the object.  The method empties it where it
made a new container, and no longer removes the hooks.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterable, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import (
    all_parameters,
    before,
    free_name,
    instead,
    is_alone,
    loaded_names,
    removed,
    shifted,
    stored_names,
)
from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import class_of, functions_named, indent_of
from depyf.model.findings.program_index import (
    FUNCTIONS,
    Function,
    first_line,
    last_line,
)
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.break_words import is_of_hooks

if TYPE_CHECKING:
    from depyf.curing.spot import Spot

_ADDS = {"append", "extend", "add"}


class _Plan(NamedTuple):
    """What moves to `__init__`, and what happens to the rest of the method.

    Attributes:
        moved: the statements that register the hooks, in their order.
        kept: the statements that make a container which the rest of the method reads.
        removals: the statements that remove the hooks.
    """

    moved: Sequence[ast.stmt]
    kept: Sequence[ast.Assign]
    removals: Sequence[ast.stmt]


def hooks_kept(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that registers the hooks of a method in `__init__`."""
    if not (registers(spot) or is_of_hooks(spot.one.event.reason, "")):
        return
    file, tree = spot.line.file, spot.files.tree(spot.line.file)
    function = function_at(tree, spot.line.line)
    owner = class_of(tree, function) if function is not None else None
    inits = [*functions_named(owner, "__init__")] if owner is not None else []
    if function is None or len(inits) != 1 or function is inits[0]:
        return
    plans = (_plan(function, top) for top in _registering(function, spot.line.line))
    for plan in filter(None, plans):
        every = [*plan.moved, *plan.kept, *plan.removals]
        if all(is_alone(spot.files, file, [one]) for one in every):
            what = f"register the hooks of `{function.name}` once, in `__init__`"
            edits = _edits(spot, function, inits[0], plan)
            yield Proposal(spot.finding, what, tuple(edits))
            return


def registers(spot: Spot) -> bool:
    """Return whether the line calls a function that registers something."""
    stack = spot.one.event.user_stack
    return any(line.function.startswith("register_") for line in stack)


def _registering(function: Function, line: int) -> Iterator[ast.stmt]:
    """Yield the statement at a line, then others that register something."""
    at_line = [s for s in function.body if first_line(s) <= line <= last_line(s)]
    called = (s for s in function.body if _calls_of([s], "register_"))
    yield from dict.fromkeys((*at_line, *called))


def _plan(function: Function, top: ast.stmt) -> _Plan | None:
    """Return what moves with a statement that registers hooks, or None."""
    earlier = function.body[: function.body.index(top)]
    found = _needed(function, top, earlier)
    if found is None:
        return None
    moved, made = found
    rest = [s for s in function.body if s not in moved and s not in made]
    filled = {_name_of(one) for one in made} & _added_to(moved)
    handles = stored_names(moved) - stored_names(made) | filled
    removals = [*_removals(rest, handles)]
    bound = stored_names([*moved, *made]) | _defined(moved)
    read = _read_elsewhere(rest, removals) & bound
    kept = [one for one in made if _name_of(one) in read]
    is_whole = read <= set(map(_name_of, kept)) - _returned(rest)
    if not removals or not is_whole or stored_names(rest) & bound:
        return None
    moved = [*(one for one in made if one not in kept), *moved]
    return _Plan(sorted(moved, key=first_line), kept, removals)


def _needed(
    function: Function, top: ast.stmt, earlier: Sequence[ast.stmt]
) -> tuple[list[ast.stmt], list[ast.Assign]] | None:
    """Return the definitions that a statement needs, and the new containers.

    None if it needs another variable of the method, such as a parameter.
    """
    own = all_parameters(function.args) | stored_names(function.body)
    own |= _defined(function.body)
    moved, made, left = [top], [], [top]
    while left:
        node = left.pop()
        for name in loaded_names([node]) & own - {"self"} - stored_names([node]):
            givers = [s for s in earlier if name in stored_names([s]) | _defined([s])]
            if len(givers) != 1 or name in all_parameters(function.args):
                return None
            [giver] = givers
            if isinstance(giver, FUNCTIONS):
                new = giver not in moved
                moved += [giver] if new else []
                left += [giver] if new else []
            elif isinstance(giver, ast.Assign) and _is_new(giver):
                made += [giver] if giver not in made else []
            else:
                return None
    return moved, made


def _defined(nodes: Iterable[ast.stmt]) -> set[str]:
    return {one.name for one in nodes if isinstance(one, FUNCTIONS)}


def _is_new(one: ast.Assign) -> bool:
    """Return whether a statement gives one variable a new, empty container."""
    value = one.value
    if len(one.targets) != 1 or not isinstance(one.targets[0], ast.Name):
        return False
    if isinstance(value, ast.Call):
        is_plain = isinstance(value.func, ast.Name)
        return is_plain and not value.args and not value.keywords
    if isinstance(value, ast.List):
        return not value.elts
    return isinstance(value, ast.Dict) and not value.keys


def _name_of(one: ast.Assign) -> str:
    target = one.targets[0]
    return target.id if isinstance(target, ast.Name) else ""


def _added_to(nodes: Sequence[ast.stmt]) -> set[str]:
    """Return the variables to which statements add what a registration returns."""
    return {
        call.func.value.id
        for node in nodes
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if call.func.attr in _ADDS and isinstance(call.func.value, ast.Name)
        if _calls_of(call.args, "register_")
    }


def _calls_of(nodes: Iterable[ast.AST], name: str) -> list[ast.Call]:
    """Return the calls of functions whose names begin so."""
    calls = (n for node in nodes for n in ast.walk(node) if isinstance(n, ast.Call))
    return [call for call in calls if last_name(call.func).startswith(name)]


def _removals(rest: Sequence[ast.stmt], handles: set[str]) -> Iterator[ast.stmt]:
    """Yield the statements that remove hooks, also by a function that does it."""
    for node in (one for top in rest for one in ast.walk(top)):
        if isinstance(node, ast.For):
            is_of_handles = getattr(node.iter, "id", "") in handles
            if is_of_handles and all(map(_removes, node.body)):
                yield node
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            given = [*node.value.args, getattr(node.value.func, "value", None)]
            names = {one.id for one in given if isinstance(one, ast.Name)}
            is_named = bool(names & handles)
            if is_named and (_removes(node) or len(node.value.args) == 1):
                yield node


def _removes(node: ast.stmt) -> bool:
    """Return whether a statement is only a call of a method `remove`."""
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and last_name(call.func) == "remove"


def _read_elsewhere(rest: Sequence[ast.stmt], removals: Sequence[ast.stmt]) -> set[str]:
    inside = {id(node) for one in removals for node in ast.walk(one)}
    return {
        node.id
        for top in rest
        for node in ast.walk(top)
        if isinstance(node, ast.Name) and id(node) not in inside
    }


def _returned(rest: Sequence[ast.stmt]) -> set[str]:
    """Return the variables that the function returns; the caller may keep them."""
    ends = (n.value for s in rest for n in ast.walk(s) if isinstance(n, ast.Return))
    values = [one for end in ends for one in getattr(end, "elts", [end])]
    return {one.id for one in values if isinstance(one, ast.Name)}


def _edits(
    spot: Spot, function: Function, init: Function, plan: _Plan
) -> Iterator[Edit]:
    """Yield the edits of a plan."""
    file, files = spot.line.file, spot.files
    tree, added = files.tree(file), []
    indent = indent_of(files.lines(file)[plan.moved[-1].lineno - 1])
    end = function.body[-1]
    for one in plan.kept:
        name = _name_of(one)
        attribute = f"self.{free_name(tree, f'_{name}')}"
        added.append(f"{indent}{name} = {attribute} = {spot.source(one.value)}")
        # An error in the call before may have left something in it.
        yield instead(files, file, one, f"{name} = {attribute}", f"{name}.clear()")
        if isinstance(end, ast.Return) and name not in loaded_names([end]):
            yield before(files, file, end, f"{name}.clear()")
    for statement in plan.moved:
        added += shifted(files, file, [statement], 0)
    for statement in (*plan.moved, *plan.removals):
        yield removed(files, file, statement)
    at = last_line(init.body[-1]) + 1
    yield Edit(file, at, at - 1, tuple(added))
