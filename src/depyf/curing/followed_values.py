"""Follow a guarded value from the compiled function into the functions that get it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Tuple

from depyf.model.findings.expression_parts import passed_to
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_index import parameters_of
from depyf.model.findings.program_text import index_of, program_files
from depyf.model.findings.spots import spot_of_node
from depyf.model.findings.syntax_parts import index_of_item
from depyf.model.python_text import parsed_expression

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
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
    reads: tuple[int, ...]


def readers(run: Run, file: str, line: int, source: str) -> list[Reader]:
    """Return the functions that a value passes through, the outermost first.

    A function is followed only if it alone gets the value from the one before.

    Args:
        run: the run, with the program's source.
        file: the path of the file of the compiled function.
        line: a line of the compiled function.
        source: the value there, such as ``query.text``.
    """
    known = next((one for one in program_files(run) if one.file == file), None)
    function = index_of(known).function_at(line) if known is not None else None
    steps = _steps(parsed_expression(source))
    if known is None or function is None or steps is None:
        return []
    found: list[Reader] = []
    called = [_Place(known, function, steps)]
    while len(called) == 1 and len(found) < _DEEPEST:
        place = called[0]
        lines = tuple(node.lineno for node, _ in _reads(place.function, place.steps))
        here = Reader(place.file.file, place.function.lineno, lines)
        if any(one[:2] == here[:2] for one in found):
            break  # it calls itself
        found.append(here)
        called = list(_callees(run, place))
    return found


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
    """Yield the functions that get the value, with its name there."""
    callees = tracer_of(program_files(run)).callees
    reads = list(_reads(place.function, place.steps))
    for call in ast.walk(place.function):
        if not isinstance(call, ast.Call):
            continue
        given = [*call.args, *(one.value for one in call.keywords)]
        for node, left in reads:
            if node not in given:
                continue
            for file, called in callees.of(call, spot_of_node(place.file, call)):
                is_bound = parameters_of(called)[:1] == ["self"]
                for name in parameters_of(called):
                    if passed_to(called, call, name, is_bound=is_bound) is node:
                        yield _Place(file, called, (name, *left))
