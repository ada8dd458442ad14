"""Name the values that cross a graph break by the expressions that compute them.

torch calls such a value ``___stack0``.  The source of the resume function shows where
the interrupted statement goes on with it.  That statement is compared with the one that
the program has at this line::

    print("mean", round(float(h.mean()), 4))          the program
    ___stack0(___stack1, ___stack2(___stack3, 4))     the resume function

So ``___stack3`` is ``float(h.mean())``.
"""

from __future__ import annotations

import ast
import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence

from depyf.model.python_text import parsed, text_of
from depyf.torch_text.names import is_stack_value

if TYPE_CHECKING:
    from depyf.model.run import Frame

_LONGEST = 60  # characters of an expression that still reads as a name
_UNQUOTABLE = frozenset("\n\r`")  # an expression stands in backticks
_PLACE = {"lineno", "col_offset", "end_lineno", "end_col_offset", "ctx", "kind"}


def with_crossing_values(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """Return the frames; resume functions know the expressions of crossing values."""
    by_key = {frame.key: frame for frame in frames}
    return tuple(
        replace(frame, crossing=found)
        if frame.parent and (found := crossing_values(frame, _root(frame, by_key)))
        else frame
        for frame in frames
    )


def _root(frame: Frame, by_key: Mapping[str, Frame]) -> Frame:
    while frame.parent is not None and frame.parent in by_key:
        frame = by_key[frame.parent]
    return frame


def crossing_values(resumed: Frame, root: Frame) -> dict[str, str]:
    """Return the expression of each value that crosses a break, by torch's name.

    A value is left out if the two statements do not show its expression, or if the
    expression is too long for a name.

    Args:
        resumed: the resume function.
        root: the function of the program that it belongs to.
    """
    source = textwrap.dedent(root.original_source)
    own, program = _tree(resumed.original_source), _tree(source)
    if own is None or program is None or root.file != resumed.file:
        return {}
    goes_on = next((one for one in _statements(own) if _has_value(one)), None)
    at = _statement_at(program, resumed.first_line - root.first_line + 1)
    if goes_on is None or at is None:
        return {}
    found = _bound([*_compared(goes_on, at)])
    texts = {name: text_of(node, source) for name, node in found.items()}
    return {
        name: text
        for name, text in texts.items()
        if text and len(text) <= _LONGEST and not _UNQUOTABLE.intersection(text)
    }


def _tree(source: str) -> ast.Module | None:
    return parsed(source) if source else None


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements of a function in the order of their lines."""
    found = [one for one in ast.walk(tree) if isinstance(one, ast.stmt)]
    functions = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef
    found = [one for one in found if not isinstance(one, functions)]
    yield from sorted(found, key=lambda one: (one.lineno, one.col_offset))


def _head(statement: ast.stmt) -> list[ast.expr]:
    """Return the expressions of a statement, without those of its body."""
    return [one for one in ast.iter_child_nodes(statement) if isinstance(one, ast.expr)]


def _has_value(statement: ast.stmt) -> bool:
    return any(
        isinstance(node, ast.Name) and is_stack_value(node.id)
        for head in _head(statement)
        for node in ast.walk(head)
    )


def _statement_at(tree: ast.AST, line: int) -> ast.stmt | None:
    """Return the innermost statement with an expression at a line; None if unclear."""
    found = [
        one
        for one in _statements(tree)
        for head in _head(one)
        if head.lineno <= line <= (head.end_lineno or head.lineno)
    ]
    return found[0] if len(dict.fromkeys(found)) == 1 else None


def _compared(goes_on: ast.stmt, at: ast.stmt) -> Iterator[tuple[object, object]]:
    """Yield the expressions of the two statements that have the same task."""
    if isinstance(goes_on, ast.Assign) and isinstance(at, ast.Assign):
        yield _assigned(goes_on, at), at.value
    elif type(goes_on) is type(at):
        yield from zip(_head(goes_on), _head(at))


def _assigned(goes_on: ast.Assign, at: ast.Assign) -> ast.expr | None:
    """Return the value for the program's target.

    The same statement may end torch's prologue: ``y, is_prologue = ___stack0, False``.
    """
    target, value = goes_on.targets[0], goes_on.value
    wanted = ast.dump(at.targets[0])
    if len(goes_on.targets) == len(at.targets) and ast.dump(target) == wanted:
        return value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, part in zip(target.elts, value.elts):
            if ast.dump(one) == wanted:
                return part
    return None


def _bound(pairs: Sequence[tuple[object, object]]) -> dict[str, ast.expr]:
    """Return the expression for each value; empty if the statements differ."""
    found: dict[str, ast.expr] = {}
    left = list(pairs)
    while left:
        own, programs = left.pop()
        if isinstance(own, ast.Name) and is_stack_value(own.id):
            if not isinstance(programs, ast.expr):
                return {}
            if ast.dump(found.setdefault(own.id, programs)) != ast.dump(programs):
                return {}
        elif type(own) is not type(programs):
            return {}
        elif isinstance(own, list) and isinstance(programs, list):
            if len(own) != len(programs):
                return {}
            left += zip(own, programs)
        elif isinstance(own, ast.AST):
            left += [
                (value, getattr(programs, name, None))
                for name, value in ast.iter_fields(own)
                if name not in _PLACE
            ]
        elif own != programs:
            return {}
    return found
