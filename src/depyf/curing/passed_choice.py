"""Let the caller choose an item that compiled code selects by an argument.

`self.tables[n](x)` needs an entry for each `n`.  If the caller passes `tables[n]` in
place of `n`, one entry fits all modules of one structure: torch makes their parameters
inputs of the graph.  The same holds for a tensor that `self.schedule.at(n)` selects.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, Iterator, NamedTuple

from depyf.curing.call_arguments import argument, with_names
from depyf.curing.proposal import Proposal, names_kept
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
_SELECTING = (ast.Subscript, ast.Call)
_DEEPEST = 3


class _Choice(NamedTuple):
    """An expression such as ``self.tables[n]``, the only use of a parameter.

    Attributes:
        file: its file.
        node: the expression.
        name: the parameter in this function.
        owner: the path from the object of the compiled function to `self` there.
    """

    file: str
    node: ast.expr
    name: str
    owner: str = ""


def passed_choice(case: Case) -> Iterator[Proposal]:
    """Yield the edit by which the caller passes what an argument selects."""
    name, frame = case.group.source, case.group.frame
    if case.kind not in _KINDS or not case.files.is_own(frame.file):
        return
    root = function_at(case.files.tree(frame.file), frame.first_line)
    if root is None or name not in parameters_of(root):
        return
    found = _choice(case, frame.file, root, name)
    if found is None:
        return
    source = source_of(case.files.lines(found.file), found.node)

    def item(key: str, base: str) -> str:
        owner = _joined(base, found.owner)
        if not _is_apart(found):
            key = f"({key})"
        return with_names(source, found.node, {"self": owner, found.name: key})

    items = dict(passed_instead(case, root, name, item))
    if items and "\n" not in source:
        edits = [replaced(case.files, *place, item) for place, item in items.items()]
        edits.append(replaced(case.files, found.file, found.node, found.name))
        what = f"pass `{next(iter(items.values()))}` instead of its key"
        what += names_kept([name, found.name])
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
        passed, base = argument(root, call, name), case.object_of(call)
        if passed is not None and base:
            yield (file, passed), item(source_of(case.files.lines(file), passed), base)


def _choice(
    case: Case, file: str, function: Function, name: str, depth: int = 0
) -> _Choice | None:
    """Return what a parameter selects, if the function uses it for nothing else.

    The function may only pass it on to a method that selects something by it.
    """
    uses = _uses(function, name)
    if len(uses) != 1 or depth > _DEEPEST:
        return None
    node = _selected(function, uses[0])
    if node is not None:
        return _Choice(file, node, name)
    found = [
        inner._replace(owner=_joined(owner, inner.owner))
        for place, method, owner, given in _given_to(case, function, uses[0])
        for inner in [_choice(case, place, method, given, depth + 1)]
        if inner is not None
    ]
    return found[0] if len(found) == 1 else None


def _given_to(
    case: Case, function: Function, use: ast.expr
) -> Iterator[tuple[str, Function, str, str]]:
    """Yield the methods that get a value, with the path to their object.

    Yields:
        The file, the method, the path from `self`, and the parameter.
    """
    for call in ast.walk(function):
        if isinstance(call, ast.Call):
            for file, method, owner in _methods(case, dotted(call.func)):
                for name in parameters_of(method)[1:]:
                    if argument(method, call, name) is use:
                        yield file, method, owner, name


def _selected(function: Function, use: ast.expr) -> ast.expr | None:
    """Return the widest expression around a parameter that reads only it and `self`.

    None if it reads no item and calls nothing.
    """
    wanted = {"self", getattr(use, "id", "")}
    around = [
        node
        for node in ast.walk(function)
        if isinstance(node, _SELECTING)
        and any(one is use for one in ast.walk(node))
        and {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} == wanted
    ]
    return around[0] if around else None  # outer nodes come first


def _is_apart(one: _Choice) -> bool:
    """Return whether the parameter is a whole argument or index: ``tables[n]``."""
    apart = [
        part
        for node in ast.walk(one.node)
        for part in (
            [index_of_item(node)]
            if isinstance(node, ast.Subscript)
            else getattr(node, "args", ())
        )
    ]
    return any(isinstance(part, ast.Name) and part.id == one.name for part in apart)


def _joined(*paths: str) -> str:
    return ".".join(filter(None, paths))


def _uses(function: Function, name: str) -> list[ast.expr]:
    nodes = ast.walk(function)
    return [one for one in nodes if isinstance(one, ast.Name) and one.id == name]


def _methods(case: Case, path: str) -> Iterator[tuple[str, Function, str]]:
    """Yield methods that ``self.path(...)`` may run, and the path to their object."""
    if not path.startswith(_SELF):
        return
    path = path[len(_SELF) :]
    owner, _, name = path.rpartition(".")
    for file in case.known:
        for node in ast.walk(case.files.tree(file)):
            if isinstance(node, FUNCTIONS) and parameters_of(node)[:1] == ["self"]:
                if node.name == "forward":
                    yield file, node, path
                elif node.name == name:
                    yield file, node, owner
