"""Let the caller choose an item of a container that compiled code uses.

`self.tables[n](x)` needs an entry for each `n`.  If the caller passes `tables[n]` in
place of `n`, one entry fits all modules of one structure: torch makes their parameters
inputs of the graph.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, Iterator, NamedTuple

from depyf.curing.call_arguments import argument
from depyf.curing.called_object import called_object
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.program_index import FUNCTIONS, Function, parameters_of
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import index_of_item, last_name
from depyf.model.python_text import dotted
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case

_KINDS = {GuardKind.NUMBER, GuardKind.TEXT, GuardKind.FLAG}
_SELF = "self."


class _Choice(NamedTuple):
    """The file and node of ``self.tables[n]``, and the path to the container."""

    file: str
    node: ast.Subscript
    container: str


def passed_choice(case: Case) -> Iterator[Proposal]:
    """Yield the edit by which the caller passes what an argument selects."""
    name, frame = case.group.source, case.group.frame
    if case.kind not in _KINDS or not case.files.is_own(frame.file):
        return
    root = function_at(case.files.tree(frame.file), frame.first_line)
    if root is None or name not in parameters_of(root):
        return
    found = _choice(frame.file, root, name) or _further_in(case, root, name)
    if found is None:
        return
    container = found.container
    chosen = passed_instead(
        case, root, name, lambda key, base: f"{base}.{container}[{key}]"
    )
    items = dict(chosen)
    if items:
        edits = [replaced(case.files, *place, item) for place, item in items.items()]
        edits.append(replaced(case.files, found.file, found.node, _key_of(found.node)))
        what = f"pass `{next(iter(items.values()))}` instead of its key"
        yield Proposal(case.finding, what, tuple(edits))


def passed_instead(
    case: Case, root: Function, name: str, item: Callable[[str, str], str]
) -> Iterator[tuple[tuple[str, ast.expr], str]]:
    """Yield an argument of each call of the compiled function, and what to pass.

    Which calls these are is judged by the name.  The call that torch compiled comes
    first.

    Args:
        case: the recompiles.
        root: the compiled function.
        name: the parameter.
        item: returns what to pass, from the source of the argument and of the object.

    Yields:
        The file and node of the argument, and the new source.
    """
    like = next(case.calls(), None)
    if like is None:
        return
    calls = [
        (file, one)
        for file in case.known
        for one in ast.walk(case.files.tree(file))
        if isinstance(one, ast.Call) and last_name(one.func) == last_name(like[1].func)
    ]
    for file, call in sorted(calls, key=lambda one: one[1] is not like[1]):
        passed, base = argument(root, call, name), called_object(case, call)
        if passed is not None and base:
            yield (file, passed), item(source_of(case.files.lines(file), passed), base)


def _key_of(node: ast.Subscript) -> str:
    return last_name(index_of_item(node))


def _choice(file: str, function: Function, name: str) -> _Choice | None:
    """Return what a parameter selects, if the function uses it for nothing else."""
    nodes, uses = [*ast.walk(function)], _uses(function, name)
    for node in nodes:
        if isinstance(node, ast.Subscript) and uses == [index_of_item(node)]:
            container = dotted(node.value)
            if container.startswith(_SELF):
                return _Choice(file, node, container[len(_SELF) :])
    return None


def _further_in(case: Case, root: Function, name: str) -> _Choice | None:
    """Return what a method selects to which the function only passes the parameter."""
    uses, found = _uses(root, name), []
    for call in (one for one in ast.walk(root) if isinstance(one, ast.Call)):
        path = dotted(call.func)
        if len(uses) != 1 or not path.startswith(_SELF):
            continue
        for file, method, owner in _methods(case, path[len(_SELF) :]):
            given = [
                one
                for one in parameters_of(method)[1:]
                if argument(method, call, one) is uses[0]
            ]
            inner = _choice(file, method, given[0]) if given else None
            if inner is not None:
                container = ".".join(filter(None, (owner, inner.container)))
                found.append(inner._replace(container=container))
    return found[0] if len(found) == 1 else None


def _uses(function: Function, name: str) -> list[ast.expr]:
    nodes = ast.walk(function)
    return [one for one in nodes if isinstance(one, ast.Name) and one.id == name]


def _methods(case: Case, path: str) -> Iterator[tuple[str, Function, str]]:
    """Yield methods that ``self.path(...)`` may run, and the path to their object."""
    owner, _, name = path.rpartition(".")
    for file in case.known:
        for node in ast.walk(case.files.tree(file)):
            if isinstance(node, FUNCTIONS) and parameters_of(node)[:1] == ["self"]:
                if node.name == "forward":
                    yield file, node, path
                elif node.name == name:
                    yield file, node, owner
