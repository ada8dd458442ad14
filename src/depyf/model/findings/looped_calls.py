"""The rule on a compiled function that a loop calls, such as once for each parameter.

Each call may have tensors of another size, which needs an entry of its own.  If one
function makes all calls, each call has its own part of the graph.

The loop must visit the items of an object that the program keeps.  For a loop over
batches, the graph would grow with the data.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.names import is_compiled
from depyf.model.findings.program_index import own_nodes
from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.rewriting import names_in
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted, text_of
from depyf.model.source_places import short_file
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.program_index import Function
    from depyf.model.findings.recompile_groups import Group

_KINDS = {
    GuardKind.SIZE, GuardKind.RANK, GuardKind.STRIDE, GuardKind.DTYPE,
    GuardKind.REQUIRES_GRAD, GuardKind.CONDITION, GuardKind.ALIAS, GuardKind.OBJECT,
}  # fmt: skip
# Functions and methods that visit the items of their argument or object.
_VISIT = {
    "enumerate", "reversed", "list", "tuple", "iter", "sorted", "zip", "items",
    "values", "keys",
}  # fmt: skip
# Names of collections that an optimizer or a module keeps.
_KEPT = {
    "params", "parameters", "named_parameters", "param_groups", "buffers", "modules",
    "children",
}  # fmt: skip


class Looped(NamedTuple):
    """A call as the last statement of a loop.

    Attributes:
        line: the line of the call.
        loop: the loop.
        statement: the statement.
        call: the call.
        function: the source of the called function.
        results: the source of the list that gets the results; empty if none does.
    """

    line: SourceLine
    loop: ast.For
    statement: ast.stmt
    call: ast.Call
    function: str
    results: str


def looped(group: Group) -> Looped | None:
    """Return the user's call, if it is the last statement of such a loop."""
    line, file = group.called_at, file_of(group.run, group.called_at)
    if group.first.kind not in _KINDS or line is None or file is None:
        return None
    index = index_of(file)
    around = index.function_at(line.line)
    if around is None or is_compiled(group.run, line):
        return None
    for loop in own_nodes(around):
        if isinstance(loop, ast.For) and not loop.orelse:
            statement = loop.body[-1]
            if isinstance(statement, ast.Expr) and statement.lineno == line.line:
                call, owner = _call_in(statement.value)
                if call is None or not _visits_kept(around, loop) or _is_left(loop):
                    return None
                if not _gets_items(loop, call):
                    return None
                function = text_of(call.func, file.text)
                results = "" if owner is None else text_of(owner, file.text)
                return Looped(line, loop, statement, call, function, results)
    return None


def _call_in(node: ast.expr) -> tuple[ast.Call | None, ast.expr | None]:
    """Return the call, and the list to which its result is added, if any."""
    if not isinstance(node, ast.Call):
        return None, None
    if isinstance(node.func, ast.Attribute) and node.func.attr == "append":
        result = node.args[0] if len(node.args) == 1 else None
        return (result if isinstance(result, ast.Call) else None), node.func.value
    return node, None


def _gets_items(loop: ast.For, call: ast.Call) -> bool:
    """Return whether only the arguments of a call differ between the items."""
    body = [
        *ast.walk(loop.target),
        *(one for each in loop.body for one in ast.walk(each)),
    ]
    own = {
        one.id
        for one in body
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }
    given = set().union(*map(names_in, call.args)) if call.args else set()
    return bool(own & given) and not own & names_in(call.func)


def _is_left(loop: ast.For) -> bool:
    """Return whether a statement may end the loop early."""
    return any(isinstance(one, (ast.Break, ast.Return)) for one in ast.walk(loop))


def _visits_kept(around: Function, loop: ast.For) -> bool:
    """Return whether a loop visits what an object keeps, as its names show."""
    values: dict[str, list[ast.expr]] = {}
    for node in own_nodes(around):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                values.setdefault(last_name(target), []).append(node.value)
        elif isinstance(node, ast.For):
            values.setdefault(last_name(node.target), []).append(node.iter)
    waiting, seen = [loop.iter], set()
    while waiting:
        one = waiting.pop()
        if any(last_name(node) in _KEPT for node in ast.walk(one)):
            return True
        visited = _visited(one)
        if isinstance(visited, ast.Attribute) and dotted(visited).startswith("self."):
            return True
        if isinstance(visited, ast.Name) and visited.id not in seen:
            seen.add(visited.id)
            waiting += values.get(visited.id, [])
    return False


def _visited(node: ast.expr) -> ast.expr:
    """Return the collection whose items a loop or a list visits.

    For a call of another function, it is the call: its result may be new data.
    """
    while True:
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            node = node.generators[0].iter
        elif isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call) and last_name(node.func) in _VISIT:
            inner = node.args[0] if node.args else getattr(node.func, "value", None)
            if inner is None:
                return node
            node = inner
        else:
            return node


def _cure(group: Group) -> Cure:
    found = looped(group)
    function = "" if found is None else found.function
    return Cure(
        "",
        f"let one compiled function make all calls of `{function}` in the loop: its "
        "entry is for all of them",
    )


def _why(group: Group) -> str:
    found = looped(group)
    at = "" if found is None else f"{short_file(found.line.file)}:{found.loop.lineno}"
    return (
        f"The loop at {at} calls it with tensors that differ, and each kind needs an "
        "entry of its own."
    )


LOOPED_CALLS: Rule[Group] = Rule(
    "calls-in-a-loop",
    when=looped,
    what="needs an entry for each kind of `{it.source}` in a loop of calls",
    cure=_cure,
    title="recompiles for each kind of `{it.source}` in a loop",
    why=_why,
)
