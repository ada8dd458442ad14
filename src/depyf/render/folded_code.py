"""Transformed code for reading: what a model repeats, as a loop.

Only in files that are for reading: what a debugger steps through keeps each line.  The
loop expands to the very lines that it stands for; where that cannot be said in Python
the lines stay.
"""

from __future__ import annotations

import ast
import re
from typing import Iterator, Sequence

from depyf.model.python_text import compiles, parsed
from depyf.model.runs import Line, Repetition, repetitions

_NAMES = ("i", "j", "k", "n", "number", "each_number")
_ITEMS = ("it", "each", "one", "each_one")
_FEWEST_LINES = 6  # saved, for a loop to be easier to read


def folded(text: str) -> str:
    """Return a function with repeated arguments and statements as loops."""
    tree = parsed(text)
    if tree is None:
        return text
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    number = next((name for name in _NAMES if name not in used), "")
    item = next((name for name in _ITEMS if name not in used), "")
    if not number or not item:
        return text
    lines = text.split("\n")
    changes: list[tuple[int, int, list[str]]] = []
    for first, last, is_call in _blocks(tree, lines):
        for one in repetitions(lines[first:last]):
            if one.length - len(one.lines) >= _FEWEST_LINES:
                made = _loop(one, number, item, is_call=is_call)
                begin = first + one.start
                changes.append((begin, begin + one.length, made))
    for begin, end, made in sorted(changes, reverse=True):
        lines[begin:end] = made
    changed = "\n".join(lines)
    return changed if compiles(changed) else text


def _blocks(tree: ast.AST, lines: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """Yield ranges of lines (from 0) that hold an argument, or a statement, each."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _ranges(node.args, lines, is_call=True)
        for name in ("body", "orelse", "finalbody"):
            listed = getattr(node, name, None)
            if isinstance(listed, list):
                yield from _ranges(listed, lines, is_call=False)


def _ranges(
    nodes: Sequence[ast.AST], lines: Sequence[str], *, is_call: bool
) -> Iterator[tuple[int, int, bool]]:
    """Yield runs of nodes that have a line each, and it to themselves."""
    start: int | None = None
    last = -2
    for node in nodes:
        line = getattr(node, "lineno", 0) - 1
        if not _is_alone(node, lines[line], is_call=is_call) or line != last + 1:
            if start is not None and last - start >= _FEWEST_LINES:
                yield start, last + 1, is_call
            start = None
        if _is_alone(node, lines[line], is_call=is_call):
            start = line if start is None else start
            last = line
        else:
            last = -2
    if start is not None and last - start >= _FEWEST_LINES:
        yield start, last + 1, is_call


def _is_alone(node: ast.AST, line: str, *, is_call: bool) -> bool:
    """Return whether a node is all that there is on its line, but for a comma."""
    if getattr(node, "end_lineno", 0) != getattr(node, "lineno", -1):
        return False
    if not is_call and not isinstance(node, (ast.Assign, ast.Expr, ast.AugAssign)):
        return False
    if isinstance(node, ast.Starred):
        return False
    begin = getattr(node, "col_offset", 0)
    end = getattr(node, "end_col_offset", 0)
    rest = line.encode()[end:].decode(errors="replace").strip()
    return not line[:begin].strip() and rest == ("," if is_call else "")


def _loop(one: Repetition, number: str, item: str, *, is_call: bool) -> list[str]:
    """Return the lines of a loop that stands for a repetition."""
    indent = re.match(r"\s*", one.lines[0].parts[0])
    space = indent.group() if indent else ""
    counted = f"range({one.count})"
    body = [_with_name(line, number).strip() for line in one.lines]
    if not is_call:
        return [
            f"{space}for {number} in {counted}:",
            *(f"{space}    {line}" for line in body),
        ]
    if len(body) == 1:
        return [f"{space}*({body[0].rstrip(',')} for {number} in {counted}),"]
    return [
        f"{space}*(",
        f"{space}    {item}",
        f"{space}    for {number} in {counted}",
        f"{space}    for {item} in (",
        *(f"{space}        {line}" for line in body),
        f"{space}    )",
        f"{space}),",
    ]


def _with_name(line: Line, name: str) -> str:
    """Return a line with its numbers counted by `name`."""
    pieces = [line.parts[0]]
    for (start, step), part in zip(line.numbers, line.parts[1:]):
        quoted = pieces[-1][-1:] in {"'", '"'} and part[:1] == pieces[-1][-1:]
        if not step:
            pieces += [str(start), part]
        elif quoted:
            pieces[-1] = pieces[-1][:-1]
            pieces += [f"str({_counted(start, step, name)})", part[1:]]
        else:
            pieces += [_counted(start, step, name), part]
    return "".join(pieces)


def _counted(start: int, step: int, name: str) -> str:
    """Return ``2 * i + 1``.

    >>> _counted(1, 2, "i"), _counted(0, 1, "i"), _counted(3, 1, "i")
    ('2 * i + 1', 'i', 'i + 3')
    """
    text = name if step == 1 else f"{step} * {name}"
    return f"{text} + {start}" if start else text
