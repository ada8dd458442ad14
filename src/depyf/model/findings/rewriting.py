"""Find parts of the user's own code, and rewrite them, without running any of it."""

from __future__ import annotations

import ast
import textwrap
from typing import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    NamedTuple,
    Sequence,
    TypeVar,
)

from depyf.model.findings.program_index import default_at, last_line
from depyf.model.python_text import dotted, parsed
from depyf.model.python_text import text_of as segment_of

_MOST_LINES = 1_000_000  # the most lines of a file; a damaged journal may name more
_Node = TypeVar("_Node", bound=ast.AST)
_Expression = TypeVar("_Expression", bound=ast.expr)


def function_at(source: str, first_line: int, line: int) -> ast.AST | None:
    """Parse a function and return its tree if it contains `line`; otherwise None.

    The nodes have the line numbers of the file.
    """
    if first_line > _MOST_LINES:
        return None
    tree = parsed("\n" * (first_line - 1) + textwrap.dedent(source))
    if tree is None or not tree.body:
        return None
    last = max((getattr(n, "lineno", 0) for n in ast.walk(tree)), default=0)
    return tree if first_line <= line <= last else None


def _all(tree: ast.AST, kind: type[_Node]) -> Iterator[_Node]:
    return (node for node in ast.walk(tree) if isinstance(node, kind))


def names_in(tree: ast.AST) -> set[str]:
    """Return the variables in a tree."""
    return {one.id for one in _all(tree, ast.Name)}


def branch_at(tree: ast.AST, line: int) -> ast.If | None:
    """Return the ``if`` whose test is on this line."""
    found = (
        one
        for one in _all(tree, ast.If)
        if one.test.lineno <= line <= last_line(one.test)
    )
    return next(found, None)


def only_assigns(branch: ast.If) -> bool:
    """Return whether a branch only computes variables, and has no other side."""
    kinds = (ast.Assign, ast.AugAssign)
    return not branch.orelse and all(isinstance(one, kinds) for one in branch.body)


def remainders(branch: ast.If) -> list[ast.BinOp]:
    """Return each ``size - extra`` in a branch, where the branch tests `extra`.

    It is `size` instead of zero where `extra` is zero, as for ``n % size``.
    """
    tested = names_in(branch.test)
    return [
        node
        for one in branch.body
        for node in ast.walk(one)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)
        if isinstance(node.left, (ast.Name, ast.Attribute, ast.Constant))
        if _is_remainder(node.right, node.left, tested)
    ]


def taken_once_more(node: ast.BinOp, text: str) -> str:
    """Return a remainder of `remainders` as ``(size - extra) % size``."""
    return f"({segment_of(node, text)}) % {segment_of(node.left, text)}"


def _is_remainder(rest: ast.expr, whole: ast.expr, tested: Collection[str]) -> bool:
    if isinstance(rest, ast.BinOp) and isinstance(rest.op, ast.Mod):
        return ast.dump(rest.right) == ast.dump(whole)
    return isinstance(rest, ast.Name) and rest.id in tested


def initial_value(sources: Iterable[str], attribute: str) -> str:
    r"""Return the source of the value that `__init__` gives an attribute.

    Empty if there is not exactly one assignment, or if the value has several lines.

    >>> initial_value(["def __init__(self, start):\n    self.n = start\n"], "n")
    'start'
    """
    values = []
    for source in sources:
        lines = textwrap.dedent(source).split("\n")
        tree = parsed("\n".join(lines))
        for node in ast.walk(tree) if tree is not None else ():
            targets = getattr(node, "targets", [getattr(node, "target", None)])
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and len(targets) == 1:
                target = targets[0]
                if (
                    isinstance(target, ast.Attribute)
                    and target.attr == attribute
                    and isinstance(target.value, ast.Name)
                    and node.value is not None
                ):
                    values.append(text_of(node.value, lines, 1))
    return values[0] if len(values) == 1 else ""


def text_of(node: ast.AST, lines: Sequence[str], first_line: int) -> str:
    """Return the source of an expression on one line; "" for several lines."""
    start = getattr(node, "lineno", 0) - first_line
    end = (getattr(node, "end_lineno", None) or 0) - first_line
    if start != end or not 0 <= start < len(lines):
        return ""
    data = lines[start].encode()
    column, last = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", 0)
    return data[column:last].decode(errors="replace")


def tested_names(tree: ast.AST) -> set[str]:
    """Return the variables in the tests of a function's ``if`` and ``while``."""
    tested: list[ast.If | ast.While] = [*_all(tree, ast.If), *_all(tree, ast.While)]
    return {name for one in tested for name in names_in(one.test)}


def stored_at(tree: ast.AST, line: int) -> set[str]:
    """Return the variables that the statement on this line assigns."""
    there = (one for one in _all(tree, ast.Name) if one.lineno == line)
    return {one.id for one in there if isinstance(one.ctx, ast.Store)}


def attributes_stored_at(tree: ast.AST, line: int) -> list[str]:
    """Return the attributes that the statement on this line sets."""
    there = (one for one in _all(tree, ast.Attribute) if one.lineno == line)
    return [one.attr for one in there if isinstance(one.ctx, ast.Store)]


def called_as(tree: ast.AST, line: int, name: str) -> str:
    """Return a function's dotted name as this line calls it; "" if it does not.

    Args:
        tree: the function around the line.
        line: the number of the line in the file.
        name: the last part of the called function's name.
    """
    calls = (one for one in _all(tree, ast.Call) if one.lineno == line)
    shown = (dotted(call.func) for call in calls)
    return next((one for one in shown if one.rpartition(".")[2] == name), "")


def passed_as(call: str, name: str, position: int) -> str:
    """Return the argument that a line passes for a parameter, if the names differ.

    Empty if the argument has the parameter's name or is unknown.

    Args:
        call: the line with the call.
        name: the name of the parameter.
        position: the index of the parameter.

    >>> passed_as("y = f(x[0], n)", "first", 0), passed_as("y = f(x[0], n)", "n", 1)
    ('x[0]', '')
    """
    found = argument(call, name, position)
    return found if found is not None and found != name else ""


def argument(call: str, name: str, position: int) -> str | None:
    """Return the argument that a line passes for a parameter; None if unknown.

    >>> argument("y = f(x[0], other=n)", "other", 1), argument("y = f(*x)", "n", 0)
    ('n', None)
    """
    tree = parsed(call)
    calls = [] if tree is None else [*_all(tree, ast.Call)]
    every = [given for one in calls for given in (*one.args, *one.keywords)]
    values = [one.value if isinstance(one, ast.keyword) else one for one in every]
    if any(isinstance(one, ast.Name) and one.id == name for one in values):
        return name
    found = [
        one.value for one in every if isinstance(one, ast.keyword) and one.arg == name
    ]
    is_clear = not any(isinstance(one, ast.Starred) for one in values)
    if is_clear and not found:
        found = [one.args[position] for one in calls if position < len(one.args)]
    return text_of(found[0], call.split("\n"), 1) if len(found) == 1 else None


def own_names(line: str) -> set[str]:
    """Return the variables of the comprehensions in a line.

    >>> own_names("out = [f(x) for x in rows]")
    {'x'}
    """
    tree = parsed(line)
    found = [] if tree is None else [*_all(tree, ast.comprehension)]
    return {name for one in found for name in names_in(one.target)}


def returns_none(tree: ast.AST) -> bool:
    """Return whether some ``return`` of a function gives None and others a value."""
    values = [one.value for one in _all(tree, ast.Return)]
    is_none = [
        one is None or (isinstance(one, ast.Constant) and one.value is None)
        for one in values
    ]
    return any(is_none) and not all(is_none)


def branch_on(tree: ast.AST, names: set[str]) -> ast.If | None:
    """Return the first ``if`` that tests one of these variables."""
    return next((one for one in _all(tree, ast.If) if names_in(one.test) & names), None)


def leaves_loop(tree: ast.AST, branch: ast.If) -> bool:
    """Return whether a branch in a loop has a ``break`` or ``return``."""
    loops = (*_all(tree, ast.For), *_all(tree, ast.While))
    in_loop = any(inner is branch for loop in loops for inner in ast.walk(loop))
    ends = (ast.Break, ast.Return)
    return in_loop and any(isinstance(node, ends) for node in ast.walk(branch))


def in_open_loop(tree: ast.AST, line: int) -> bool:
    """Return whether a line is in a ``while`` whose test calls a function.

    Other loops test plain numbers, and torch unrolls them.
    """
    for loop in _all(tree, ast.While):
        if loop.lineno <= line <= last_line(loop):
            return any(_all(loop.test, ast.Call))
    return False


def is_loop_test(tree: ast.AST, line: int) -> bool:
    """Return whether a line is in the test of a ``while``."""
    return any(
        loop.lineno <= line <= last_line(loop.test) for loop in _all(tree, ast.While)
    )


def looped_over(tree: ast.AST) -> set[str]:
    """Return the variables over which a function's ``for`` loops iterate."""
    return {name for loop in _all(tree, ast.For) for name in names_in(loop.iter)}


class Default(NamedTuple):
    """A parameter with its default: as the program writes it, and as a tensor."""

    name: str
    before: str
    after: str


def default_as_tensor(texts: Iterable[str], wanted: str | int) -> Default | None:
    r"""Return a parameter's default as a tensor; None if it is missing or ambiguous.

    Args:
        texts: the sources of functions, or lines with a ``lambda``.
        wanted: the parameter's name, or the index of its default.

    >>> default_as_tensor(["g(lambda t, i=n + 1: t * i)"], 0)
    Default(name='i', before='i=n + 1', after='i=torch.tensor(n + 1)')
    """
    found = set()
    for text in texts:
        lines = textwrap.dedent(text).split("\n")
        tree = parsed("\n".join(lines))
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, (ast.FunctionDef, ast.Lambda)):
                name, default = default_at(node.args, wanted) or ("", None)
                shown = "" if default is None else text_of(default, lines, 1)
                if shown:
                    made = f"{name}=torch.tensor({shown})"
                    found.add(Default(name, f"{name}={shown}", made))
    return found.pop() if len(found) == 1 else None


def with_parts_replaced(
    parts: Sequence[_Expression],
    lines: Sequence[str],
    new: Callable[[_Expression, str], str],
) -> Iterator[tuple[int, str]]:
    """Yield the number and new text of each line of which parts are replaced.

    Args:
        parts: expressions that do not overlap, each on one line.
        lines: the lines of the file.
        new: returns the new source of a part, given the part and its line.
    """
    for number in dict.fromkeys(one.lineno for one in parts):
        text = lines[number - 1]
        line = text.encode()  # columns count bytes
        on_line = [one for one in parts if one.lineno == number]
        for one in sorted(on_line, key=lambda one: -one.col_offset):
            replaced = new(one, text).encode()
            line = line[: one.col_offset] + replaced + line[one.end_col_offset :]
        yield number, line.decode()


def source_in(node: ast.AST, line: str) -> str:
    """Return the source of a node that is on one line."""
    if isinstance(node, ast.Slice):  # Python 3.8 does not tell where it is
        parts = [
            source_in(one, line) if one else "" for one in (node.lower, node.upper)
        ]
        step = [source_in(node.step, line)] if node.step else []
        return ":".join([*parts, *step])
    start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", 0)
    return line.encode()[start:end].decode()
