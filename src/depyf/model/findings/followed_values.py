"""Follow a guarded value from the compiled function into the functions that get it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Tuple

from depyf.model.findings.expression_parts import passed_to
from depyf.model.findings.fake_functions import is_operator
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_index import parameters_of
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.model.findings.spots import spot_of_node
from depyf.model.findings.syntax_parts import index_of_item
from depyf.model.python_text import parsed_expression

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.program_index import Function
    from depyf.model.run import Run

_DEEPEST = 4
# The name of a variable, ``.name`` for each attribute, and the key of each item.
_Steps = Tuple[object, ...]


class Reader(NamedTuple):
    """A function that gets a guarded value.

    Attributes:
        file: the path of its file.
        line: the line of its `def`.
        reads: the lines that read the value.
    """

    file: str
    line: int
    reads: tuple[SourceLine, ...]


def readers(run: Run, file: str, line: int, source: str) -> list[Reader]:
    """Return the functions that a value passes through, the outermost first.

    A function is followed only if it alone gets the value from the one before.

    Args:
        run: the run, with the program's source.
        file: the path of the file of the compiled function.
        line: a line of the compiled function.
        source: the value there, such as ``query.text``.
    """
    found: list[Reader] = []
    called = _first(run, file, line, source)
    while len(called) == 1 and len(found) < _DEEPEST:
        place = called[0]
        reads = _reads(place.function, place.steps)
        lines = tuple(line_of(place.file, node.lineno) for node, _ in reads)
        here = Reader(place.file.file, place.function.lineno, lines)
        if any(one[:2] == here[:2] for one in found):
            break  # it calls itself
        found.append(here)
        called = list(_callees(run, place))
    return found


def names_in(
    run: Run, file: str, line: int, source: str, function: Function
) -> set[str]:
    """Return the variables that hold the value, or its owner, in a function.

    Args:
        run: the run, with the program's source.
        file: the path of the file of the compiled function.
        line: a line of the compiled function.
        source: the value there.
        function: the function that the value may be passed to.
    """
    seen = _places(run, file, line, source)
    return {str(one.steps[0]) for one in seen if one.function is function}


def reads_of(
    run: Run, file: str, line: int, source: str
) -> Iterator[tuple[ProgramFile, Function, ast.expr]]:
    """Yield the code that reads a value, in all functions that it is passed to.

    The arguments are those of `readers`.
    """
    for one in _places(run, file, line, source):
        for node, left in _reads(one.function, one.steps):
            if not left:
                yield one.file, one.function, node


def _places(run: Run, file: str, line: int, source: str) -> set[_Place]:
    """Return the functions that a value is passed to, with its name there."""
    waiting = set(_first(run, file, line, source))
    seen: set[_Place] = set()
    for _ in range(_DEEPEST):
        seen |= waiting
        waiting = {one for each in waiting for one in _callees(run, each)} - seen
    return seen


def _first(run: Run, file: str, line: int, source: str) -> list[_Place]:
    known = next((one for one in program_files(run) if one.file == file), None)
    function = index_of(known).function_at(line) if known is not None else None
    steps = _steps(parsed_expression(source))
    if known is None or function is None or steps is None:
        return []
    return [_Place(known, function, steps)]


class _Place(NamedTuple):
    """A function, and what the value is called there."""

    file: ProgramFile
    function: Function
    steps: _Steps


def _steps(node: ast.AST | None) -> _Steps | None:
    """Return the name, attributes and constant items of a path; None for other code."""
    if isinstance(node, ast.Name):
        return (node.id,)
    if not isinstance(node, (ast.Attribute, ast.Subscript)):
        return None
    before = _steps(node.value)
    if before is None or isinstance(node, ast.Attribute):
        return None if before is None else (*before, f".{node.attr}")  # type: ignore[union-attr]
    key = index_of_item(node)
    return (*before, key.value) if isinstance(key, ast.Constant) else None


def _reads(node: ast.AST, wanted: _Steps) -> Iterator[tuple[ast.expr, _Steps]]:
    """Yield the code that reads a value or its owner, and the steps left to the value.

    Reading another item of the owner is no read of the value.
    """
    steps = _steps(node)
    if steps is None:
        for inner in ast.iter_child_nodes(node):
            yield from _reads(inner, wanted)
        return
    is_whole = steps == ("self",)
    same = min(len(steps), len(wanted))
    if steps[:same] == wanted[:same] and not is_whole and _is_read(node):
        yield node, wanted[same:]  # type: ignore[misc]  # it has steps


def _is_read(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Load)


def _callees(run: Run, place: _Place) -> Iterator[_Place]:
    """Yield the functions that get the value and read it, with its name there."""
    callees = tracer_of(program_files(run)).callees
    for call in ast.walk(place.function):
        if not isinstance(call, ast.Call):
            continue
        for file, called in callees.of(call, spot_of_node(place.file, call)):
            for steps in _given(place, call, called) if not is_operator(called) else ():
                if any(_reads(called, steps)):
                    yield _Place(file, called, steps)


def _given(place: _Place, call: ast.Call, called: Function) -> Iterator[_Steps]:
    """Yield what the value is called in a function that a call runs."""
    names = parameters_of(called)
    is_bound = names[:1] == ["self"]
    owner = _owner(call.func, place.steps) if is_bound else None
    if owner is not None:
        yield ("self", *place.steps[len(owner) :])
    given = [*call.args, *(one.value for one in call.keywords)]
    for node, left in _reads(place.function, place.steps):
        for name in names if node in given else ():
            if passed_to(called, call, name, is_bound=is_bound) is node:
                yield (name, *left)


def _owner(func: ast.expr, wanted: _Steps) -> _Steps | None:
    """Return the path to the object that is `self` in a call, if it owns the value."""
    for node in (func, getattr(func, "value", None)):
        steps = _steps(node)
        if steps is not None and steps == wanted[: len(steps)] != wanted:
            return steps
    return None
