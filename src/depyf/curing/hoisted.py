"""Hoist a call that breaks the graph, if it depends on no variable of its function.

Its result becomes a constant of the module, or an attribute that `__init__` sets.
"""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING, Collection, Iterator

from depyf.curing.blocks import (
    all_parameters,
    behind,
    bound_by,
    free_name,
    is_alone,
    loaded_names,
    removed,
    shifted,
    stored_names,
)
from depyf.curing.hooks_kept import registers
from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import calls_at, class_of, functions_named
from depyf.model.findings.names import program_stack
from depyf.model.findings.program_index import (
    FUNCTIONS,
    Function,
    first_line,
    last_line,
)
from depyf.model.findings.syntax_parts import last_name, own_attributes
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.spot import Spot
    from depyf.model.events import SourceLine

_DEFINITIONS = (*FUNCTIONS, ast.ClassDef)
_MOST = 2
_BUILTINS = set(dir(builtins))
_SELF = {"self"}


# Names of functions that return another value each time: clocks, random numbers,
# iterators, measurements of the process, and reads of a file, queue or socket.
_VARYING = {
    "next", "pop", "popleft", "popitem", "input", "now", "today", "choice", "choices",
    "sample", "shuffle", "secrets", "uuid", "uuid1", "uuid4", "urandom", "monotonic",
    "readline", "normal", "getrusage", "getloadavg", "virtual_memory", "rss",
    "get_count", "get_stats", "get_objects", "active_count", "get_ident", "qsize",
    "current_thread", "get_nowait", "recv", "getsize", "utilization",
}  # fmt: skip
_VARYING_WORDS = ("time", "clock", "seed", "rand", "perf", "random", "memory", "usage")


def hoisted(spot: Spot) -> Iterator[Proposal]:
    """Yield the edits that make a call only once, if it uses no local variables."""
    statement = spot.statement
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Return, ast.If)):
        return
    lines = _further_in(spot)
    inner = {line.function for line in lines}
    reached = [call for line in lines for call in _calls(spot, line)]
    if any(map(varies, reached)):
        return
    found = (
        proposal
        for call in calls_at(spot.files.tree(spot.line.file), spot.line.line)
        if spot.is_inner or last_name(call.func) in inner
        if not varies(call, inner) and "\n" not in spot.source(call)
        for proposal in (*_as_constant(spot, call), *_as_attribute(spot, call))
    )
    for _, proposal in zip(range(_MOST), found):
        yield proposal


def varies(call: ast.Call, known: Collection[str] = ()) -> bool:
    """Return whether a call may return another value each time, by the names in it.

    Args:
        call: the call.
        known: functions of the program, whose own calls are searched instead.
    """
    names = {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(call)}
    names -= set(known)
    words = {word for name in names for word in name.lower().split("_")}
    return bool(names & _VARYING) or any(
        one.startswith(_VARYING_WORDS) for one in words
    )


def _further_in(spot: Spot) -> list[SourceLine]:
    """Return the lines further in on the stack of a spot."""
    stack = program_stack(spot.one.event.user_stack)
    at = next((n for n, line in enumerate(stack) if line is spot.line), len(stack))
    return stack[at + 1 :]


def _calls(spot: Spot, line: SourceLine) -> Iterator[ast.Call]:
    """Yield the calls on a line, if the line belongs to the program."""
    if spot.files.is_own(line.file):
        yield from calls_at(spot.files.tree(line.file), line.line)


def _around(tree: ast.AST, line: int) -> list[Function]:
    """Return the functions around a line, the outermost first."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, FUNCTIONS) and first_line(node) <= line <= last_line(node)
    ]


def _variables(functions: list[Function]) -> set[str]:
    """Return the parameters and variables of functions."""
    return stored_names(functions).union(
        *(all_parameters(function.args) for function in functions)
    )


def _as_constant(spot: Spot, call: ast.Call) -> Iterator[Proposal]:
    """Yield the edit that makes a call's result a constant of the module."""
    tree, file = spot.files.tree(spot.line.file), spot.line.file
    functions = _around(tree, call.lineno)
    names = loaded_names([call])
    if not functions or names & _variables(functions):
        return
    outer = next(
        one for one in tree.body if first_line(one) <= call.lineno <= last_line(one)
    )
    line = first_line(outer)
    for name in names - _BUILTINS:
        bound = bound_by(tree, name)
        if bound is None or bound is outer:
            return
        line = max(line, last_line(bound) + 1)
    constant = free_name(tree, f"_{_in_words(last_name(call.func)).upper()}")
    source = spot.source(call)
    is_before = line == first_line(outer) and isinstance(outer, _DEFINITIONS)
    new = (f"{constant} = {source}", "", "") if is_before else (
        "", "", f"{constant} = {source}",
    )  # fmt: skip
    edits = (spot.replace(call, constant), Edit(file, line, line - 1, new))
    yield Proposal(spot.finding, f"call `{source}` once, for the module", edits)


def _in_words(name: str) -> str:
    """Return a name as separate words.

    >>> _in_words("getLogger"), _in_words("cpu_count")
    ('get_Logger', 'cpu_count')
    """
    pairs = zip(name, name[1:])
    return name[:1] + "".join(
        f"_{b}" if a.islower() and b.isupper() else b for a, b in pairs
    )


# --- calls that depend on the object --------------------------------------------------


def _as_attribute(spot: Spot, call: ast.Call) -> Iterator[Proposal]:
    """Yield the edit that makes a call's result an attribute that `__init__` sets."""
    tree = spot.files.tree(spot.line.file)
    init = init_for(tree, call.lineno, call)
    name = dotted(call.func)
    # A method of the object itself probably does more than to compute this.
    is_own = name.startswith("self.") and name.count(".") == 1
    if init is None or is_own or name.startswith("torch."):
        return
    attribute = free_name(tree, f"_{_in_words(last_name(call.func)).lower()}")
    source = spot.source(call)
    new = f"self.{attribute} = {source}"
    added = behind(spot.files, spot.line.file, init.body[-1], new)
    edits = (spot.replace(call, f"self.{attribute}"), added)
    yield Proposal(spot.finding, f"call `{source}` once, in `__init__`", edits)


def registered_once(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that moves a registration, such as of a hook, to `__init__`."""
    statement = spot.statement
    if not isinstance(statement, ast.Expr) or not registers(spot):
        return
    file = spot.line.file
    tree = spot.files.tree(file)
    init = init_for(tree, spot.line.line, statement)
    if init is None or not is_alone(spot.files, file, [statement]):
        return
    gone = removed(spot.files, file, statement)
    moved = tuple(line.strip() for line in shifted(spot.files, file, [statement], 0))
    if len(moved) > 1:
        return
    added = behind(spot.files, file, init.body[-1], *moved)
    what = f"`{moved[0]}` once, in `__init__`"
    yield Proposal(spot.finding, what, (gone, added))


def init_for(tree: ast.Module, line: int, node: ast.AST) -> Function | None:
    """Return the `__init__` that can compute an expression of the method at a line.

    Return None if the expression reads variables other than attributes of self, or if
    another method sets one of these attributes.
    """
    functions = _around(tree, line)
    if len(functions) != 1 or functions[0].name == "__init__":
        return None
    function = functions[0]
    if loaded_names([node]) & _variables(functions) != _SELF:
        return None
    read = own_attributes(node)
    owner = class_of(tree, function)
    inits = list(functions_named(owner, "__init__")) if owner else []
    others = [one for one in owner.body if one not in inits] if owner else []
    changed = {name for one in others for name in own_attributes(one, stored=True)}
    return inits[0] if len(inits) == 1 and not read & changed else None
