"""Fold transformed code for reading: repeated statements and arguments become loops.

Only files for reading are folded: files that a debugger steps through keep each line.
A loop expands to exactly the statements or arguments that it replaces.  If Python has
no such loop, they stay.
"""

from __future__ import annotations

import ast
from typing import Iterator, Sequence

from depyf.model.families import repetitions
from depyf.model.python_text import compiles, parsed
from depyf.records import dataclass
from depyf.render.loops import (
    WIDTH,
    Names,
    argument_loop,
    filled,
    marked,
    on_one_line,
    statement_loop,
)

_FEWEST_LINES = 6  # lines that a loop must save to be easier to read
_FEWEST_NAMES = 6  # names that a display must have to be put on few lines


@dataclass(frozen=True)
class _Unit:
    """A statement or argument alone on its lines; line numbers count from 0."""

    begin: int
    end: int
    text: str


@dataclass(frozen=True)
class _Change:
    """A range of lines, counted from 0, and the lines that replace it."""

    begin: int
    end: int
    lines: list[str]


def folded(text: str) -> str:
    """Return a function's source with loops for repeated arguments and statements."""
    tree = parsed(text)
    if tree is None:
        return text
    lines = text.split("\n")
    nodes = [*ast.walk(tree)]
    shorter = _changed(lines, [*_loops(nodes, lines), *_displays(nodes, lines)])
    again = parsed(shorter)
    if again is None or not compiles(shorter):
        return text
    lines = shorter.split("\n")
    nodes = [*ast.walk(again)]
    shorter = _changed(lines, [*_joined(nodes, lines), *_arguments(nodes, lines)])
    return shorter if compiles(shorter) else "\n".join(lines)


def _changed(lines: Sequence[str], changes: Sequence[_Change]) -> str:
    """Apply changes to lines; a change that overlaps a later one is left out."""
    result, end = list(lines), len(lines)
    for one in sorted(changes, key=lambda change: change.begin, reverse=True):
        if one.end <= end:
            result[one.begin : one.end] = one.lines
            end = one.begin
    return "\n".join(result)


def _loops(nodes: Sequence[ast.AST], lines: Sequence[str]) -> Iterator[_Change]:
    names = Names.of(nodes)
    for node in nodes:
        if isinstance(node, ast.Call):
            for units in _runs(node.args, lines, names, is_call=True):
                yield from _folds(units, names, is_call=True)
        for field in ("body", "orelse", "finalbody"):
            listed = getattr(node, field, None)
            if isinstance(listed, list):
                for units in _runs(listed, lines, names, is_call=False):
                    yield from _folds(units, names, is_call=False)


def _folds(units: Sequence[_Unit], names: Names, *, is_call: bool) -> Iterator[_Change]:
    make = argument_loop if is_call else statement_loop
    for one in repetitions([unit.text for unit in units]):
        first, last = units[one.start], units[one.start + one.length - 1]
        made = make(one, names)
        saved = last.end - first.begin - len(made)
        if made and saved >= _FEWEST_LINES - 1:
            yield _Change(first.begin, last.end, made)


def _runs(
    nodes: Sequence[ast.AST], lines: Sequence[str], names: Names, *, is_call: bool
) -> Iterator[list[_Unit]]:
    """Yield runs of consecutive nodes that are each alone on their lines."""
    found: list[_Unit] = []
    for node in nodes:
        unit = _unit(node, lines, names, is_call=is_call)
        if unit is None or (found and found[-1].end != unit.begin):
            yield found
            found = []
        if unit is not None:
            found.append(unit)
    yield found


def _unit(
    node: ast.AST, lines: Sequence[str], names: Names, *, is_call: bool
) -> _Unit | None:
    """Return a node as a unit, if it shares its lines only with a comma or comment."""
    simple = (ast.Assign, ast.Expr, ast.AugAssign)
    if isinstance(node, ast.Starred) or not (is_call or isinstance(node, simple)):
        return None
    begin = getattr(node, "lineno", 0) - 1
    end = getattr(node, "end_lineno", 0)
    if begin < 0:
        return None
    before = lines[begin].encode()[: getattr(node, "col_offset", 0)]
    behind = lines[end - 1].encode()[getattr(node, "end_col_offset", 0) :]
    behind = behind.strip()
    is_alone = behind == b"," if is_call else behind[:1] in (b"", b"#")
    if before.strip() or not is_alone or _has_long_text(node):
        return None
    if is_call:
        return _Unit(begin, end, "\n".join(lines[begin:end]))
    # Comments are aligned across lines; put each directly after its code.
    code = lines[end - 1].encode()[: getattr(node, "end_col_offset", 0)].decode()
    last = f"{code}  {behind.decode()}" if behind else code
    return _Unit(begin, end, marked("\n".join([*lines[begin : end - 1], last]), names))


def _has_long_text(node: ast.AST) -> bool:
    """Return whether a string spans several lines: indenting would change it."""
    if getattr(node, "lineno", 0) == getattr(node, "end_lineno", None):
        return False
    return any(
        isinstance(part, (ast.Constant, ast.JoinedStr))
        and part.lineno != part.end_lineno
        for part in ast.walk(node)
    )


def _displays(nodes: Sequence[ast.AST], lines: Sequence[str]) -> Iterator[_Change]:
    """Yield changes that put lists of names on as few lines as possible."""
    for node in nodes:
        if not isinstance(node, (ast.List, ast.Tuple)):
            continue
        listed = [one.id for one in node.elts if isinstance(one, ast.Name)]
        if len(listed) != len(node.elts) or len(listed) < _FEWEST_NAMES:
            continue
        begin, end = node.elts[0].lineno - 1, (node.elts[-1].end_lineno or 0)
        own = [line.strip() for line in lines[begin:end]]
        if own == [f"{name}," for name in listed]:
            space = " " * node.elts[0].col_offset
            yield _Change(begin, end, filled(listed, space))


def _joined(nodes: Sequence[ast.AST], lines: Sequence[str]) -> Iterator[_Change]:
    """Yield changes that join the lines of a statement that fits on one line."""
    for node in nodes:
        if not isinstance(node, (ast.Assign, ast.Expr)):
            continue
        begin, end = node.lineno - 1, node.end_lineno or 0
        if end - begin < 2 or lines[begin][: node.col_offset].strip():
            continue
        text = on_one_line(lines[begin:end])
        if len(text) > WIDTH or _has_long_text(node):
            continue
        joined = parsed(text.strip())
        if isinstance(joined, ast.Module) and len(joined.body) == 1:
            if ast.dump(joined.body[0]) == ast.dump(node):
                yield _Change(begin, end, [text])


def _arguments(nodes: Sequence[ast.AST], lines: Sequence[str]) -> Iterator[_Change]:
    """Yield changes that put many arguments on as few lines as possible."""
    for node in nodes:
        listed: Sequence[ast.AST] = ()
        if isinstance(node, ast.Call):
            listed = node.args
        elif isinstance(node, ast.Tuple):
            listed = node.elts
        if len(listed) < _FEWEST_NAMES:
            continue
        run: list[ast.AST] = []
        for part in [*listed, None]:
            if part is not None and _follows(part, run, lines):
                run.append(part)
                continue
            yield from _on_few_lines(run, lines)
            run = [part] if part is not None and _follows(part, [], lines) else []


def _follows(node: ast.AST, run: Sequence[ast.AST], lines: Sequence[str]) -> bool:
    """Return whether a node is alone on the line that follows the run."""
    line = getattr(node, "lineno", 0)
    if getattr(node, "end_lineno", -1) != line or isinstance(node, ast.Starred):
        return False
    if run and getattr(run[-1], "lineno", 0) + 1 != line:
        return False
    text = lines[line - 1].encode()
    before = text[: getattr(node, "col_offset", 0)]
    behind = text[getattr(node, "end_col_offset", 0) :]
    return not before.strip() and behind.strip() == b","


def _on_few_lines(run: Sequence[ast.AST], lines: Sequence[str]) -> Iterator[_Change]:
    if len(run) < 2:
        return
    begin = getattr(run[0], "lineno", 1) - 1
    own = lines[begin : begin + len(run)]
    space = own[0][: len(own[0]) - len(own[0].lstrip())]
    made = filled([line.strip()[:-1] for line in own], space)
    if len(made) < len(own):
        yield _Change(begin, begin + len(own), made)
