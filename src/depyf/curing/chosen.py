"""Compute both sides of an ``if`` on a tensor's value that has several assignments.

Each variable that a side sets gets a separate name in this side.  After both sides,
`torch.where` selects the values.
"""

from __future__ import annotations

import ast
from itertools import takewhile
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import all_parameters, block_of, free_name, stored_names
from depyf.curing.syntax import source_of
from depyf.model.findings.branch_edits import (
    OPERATORS,
    condition,
    only_tells,
    tensor,
)
from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.wrappers import IS_COMPILING
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.program_index import Function

_MOST = 12  # the most assignments
_SIDES = "taken"


class _NoChoiceError(Exception):
    """A side of the branch does more than assign values that may be tensors."""


class _Names:
    """Creates names that a file does not use."""

    def __init__(self, tree: ast.AST) -> None:
        self._tree = tree
        self._given: set[str] = set()

    def new(self, wanted: str) -> str:
        """Return a new name that is similar to `wanted`."""
        name, number = free_name(self._tree, wanted), 1
        while name in self._given:
            number += 1
            name = free_name(self._tree, f"{wanted}_{number}")
        self._given.add(name)
        return name


class _Sides(NamedTuple):
    """The name of a test's result, and the new names of variables on each side."""

    taken: str
    one: dict[str, str]
    other: dict[str, str]


class Choice(NamedTuple):
    """The lines that replace a branch, and the last line that they replace."""

    lines: list[str]
    last: int


def both_sides(files: ProgramFiles, file: str, branch: ast.If) -> Choice | None:
    """Return lines that compute both sides of a branch; None if that is impossible.

    Args:
        files: the program's files.
        file: the file with the branch.
        branch: the branch; it may have an `elif`.  It may return if the code after it
            returns, too.
    """
    tree = files.tree(file)
    around = function_at(tree, branch.lineno)
    if around is None:
        return None
    told, branch = _without_reports(files, file, branch)
    whole = _with_what_follows(tree, branch)
    if _is_unsafe(whole):
        return None
    writer = _Writer(files.lines(file), tree, _known_before(around, branch))
    try:
        lines = writer.of(whole)
    except _NoChoiceError:
        return None
    end = last_line(whole.orelse[-1] if whole.orelse else whole)
    return Choice([*told, *lines], end)


def _without_reports(
    files: ProgramFiles, file: str, branch: ast.If
) -> tuple[list[str], ast.If]:
    """Return the branch without its reports, and lines that report outside of it."""
    reports = [*takewhile(_reports, branch.body)]
    rest = branch.body[len(reports) :]
    if not reports or not rest or branch.orelse or _end(rest) is not None:
        return [], branch
    source = files.lines(file)
    test = source_of(source, branch.test)
    lines = [f"if not {IS_COMPILING} and ({test}):"]
    lines += [f"    {source_of(source, one)}" for one in reports]
    if any("\n" in line for line in lines):
        return [], branch
    less = ast.If(test=branch.test, body=rest, orelse=[])
    return lines, ast.copy_location(less, branch)


def _reports(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and only_tells(statement)


def _with_what_follows(tree: ast.AST, branch: ast.If) -> ast.If:
    """Return a branch; if it returns, the code after it becomes its `else` side."""
    if branch.orelse or _end(branch.body) is None:
        return branch
    block = list(block_of(tree, branch))
    following = block[block.index(branch) + 1 :]
    if _end(following) is None:
        return branch
    whole = ast.If(test=branch.test, body=branch.body, orelse=following)
    return ast.copy_location(whole, branch)


def _known_before(function: Function, branch: ast.If) -> set[str]:
    """Return the names that are bound before a branch: parameters and variables."""
    ahead = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.stmt) and last_line(node) < branch.lineno
    ]
    loops = [
        node.target
        for node in ast.walk(function)
        if isinstance(node, ast.For) and node.lineno < branch.lineno
    ]
    return all_parameters(function.args) | stored_names([*ahead, *loops])


def _is_unsafe(branch: ast.If) -> bool:
    """Return whether a side changes a tensor in place: this would affect both sides."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr.endswith("_")
        and not node.func.attr.endswith("__")
        for one in (*branch.body, *branch.orelse)
        for node in ast.walk(one)
    )


class _Writer:
    """Writes a branch as assignments."""

    def __init__(self, lines: Sequence[str], tree: ast.AST, known: set[str]) -> None:
        self._source = lines
        self._names = _Names(tree)
        self._known = known
        self._out: list[str] = []

    def of(self, branch: ast.If) -> list[str]:
        """Return the lines that replace a branch."""
        now: dict[str, str] = {}
        first, second = _end(branch.body), _end(branch.orelse)
        if (first is None) != (second is None):
            raise _NoChoiceError
        sides = self._sides(branch, now)
        if first is not None and second is not None:
            self._return(sides, first, second)
            return self._out
        self._choose(sides, now)
        written = [(name, new) for name, new in now.items() if name != new]
        return [*self._out, *(f"{name} = {new}" for name, new in written)]

    def _sides(self, branch: ast.If, now: dict[str, str]) -> _Sides:
        """Write both sides; return the names of the test and of values on each side."""
        test = condition(branch.test, lambda node: self._text(node, now))
        if not test:
            raise _NoChoiceError
        taken = self._names.new(_SIDES)
        self._out.append(f"{taken} = {test}")
        one, other = dict(now), dict(now)
        self._block(branch.body, one)
        self._block(branch.orelse, other)
        return _Sides(taken, one, other)

    def _choose(self, sides: _Sides, now: dict[str, str]) -> None:
        """Write the lines that select between the values set on the two sides."""
        taken, one, other = sides
        for name in dict.fromkeys((*one, *other)):
            a, b = one.get(name, name), other.get(name, name)
            if a == b:
                continue
            root = name.partition(".")[0]
            is_known = root in self._known or "." in name
            if not is_known and name not in one:
                now[name] = b
            elif not is_known and name not in other:
                now[name] = a
            else:
                new = self._names.new(f"{name.rpartition('.')[2]}_chosen")
                self._out.append(f"{new} = torch.where({taken}, {a}, {b})")
                now[name] = new

    def _block(self, body: Sequence[ast.stmt], now: dict[str, str]) -> None:
        for statement in body:
            if isinstance(statement, ast.If):
                if _end(statement.body) is not None or _end(statement.orelse):
                    raise _NoChoiceError
                self._choose(self._sides(statement, now), now)
            elif isinstance(statement, ast.Return) and statement is body[-1]:
                continue
            elif not isinstance(statement, ast.Pass):
                self._assign(statement, now)

    def _assign(self, statement: ast.stmt, now: dict[str, str]) -> None:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target: ast.expr = statement.targets[0]
            value = tensor(statement.value, lambda node: self._text(node, now))
        elif isinstance(statement, ast.AugAssign):
            target = statement.target
            sign = OPERATORS.get(type(statement.op))
            name = dotted(target)
            added = tensor(statement.value, lambda node: self._text(node, now))
            shown = f"{now.get(name, name)} {sign} ({added})"
            value = shown if sign and added else ""
        else:
            raise _NoChoiceError
        name = dotted(target)
        if not name or not value or len(self._out) > _MOST:
            raise _NoChoiceError
        new = self._names.new(f"{name.rpartition('.')[2]}_new")
        self._out.append(f"{new} = {value}")
        now[name] = new

    def _return(self, sides: _Sides, first: ast.Return, second: ast.Return) -> None:
        """Write one ``return`` that selects each element of the returned tuples."""
        taken, one, other = sides
        parts = [_parts(node) for node in (first, second)]
        if len(parts[0]) != len(parts[1]):
            raise _NoChoiceError
        chosen = []
        for a, b in zip(*parts):
            pair = self._text(a, one), self._text(b, other)
            if pair[0] != pair[1]:
                values = [
                    tensor(node, lambda node, now=now: self._text(node, now))  # type: ignore[misc]
                    for node, now in ((a, one), (b, other))
                ]
                if not all(values):
                    raise _NoChoiceError
                chosen.append(f"torch.where({taken}, {', '.join(values)})")
            else:
                chosen.append(pair[0])
        self._out.append(f"return {', '.join(chosen)}")

    def _text(self, node: ast.AST, now: dict[str, str]) -> str:
        """Return the source of an expression with the current names of variables."""
        number = getattr(node, "lineno", 0)
        if last_line(node) != number:
            raise _NoChoiceError
        data = self._source[number - 1].encode()
        start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", 0)
        for inner in sorted(_renamed(node, now), key=lambda one: -one.col_offset):
            to = now[dotted(inner)].encode()
            stop = getattr(inner, "end_col_offset", 0)
            data = data[: inner.col_offset] + to + data[stop:]
            end += len(to) - (stop - inner.col_offset)
        return data[start:end].decode(errors="replace")


def _renamed(node: ast.AST, now: dict[str, str]) -> Iterator[ast.expr]:
    """Yield the variables in an expression that have new names in this branch."""
    if isinstance(node, (ast.Name, ast.Attribute)) and dotted(node) in now:
        yield node
        return
    for inner in ast.iter_child_nodes(node):
        yield from _renamed(inner, now)


def _end(body: Sequence[ast.stmt]) -> ast.Return | None:
    last = body[-1] if body else None
    return last if isinstance(last, ast.Return) else None


def _parts(node: ast.Return) -> list[ast.expr]:
    if node.value is None:
        raise _NoChoiceError
    if isinstance(node.value, ast.Tuple):
        return list(node.value.elts)
    return [node.value]
