"""Insert, replace, move and indent statements of a file."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.program_files import Edit
from depyf.curing.syntax import indent_of
from depyf.model.findings.program_index import FUNCTIONS, first_line, last_line

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles

_STEP = "    "
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_BODIES = ("body", "orelse", "finalbody")


def before(files: ProgramFiles, file: str, node: ast.AST, *lines: str) -> Edit:
    """Return the edit that adds lines before a statement, with its indent."""
    at = first_line(node)
    return Edit(file, at, at - 1, _indented(files, file, at, lines))


def behind(files: ProgramFiles, file: str, node: ast.AST, *lines: str) -> Edit:
    """Return the edit that adds lines after a statement, with its indent."""
    at = last_line(node) + 1
    return Edit(file, at, at - 1, _indented(files, file, first_line(node), lines))


def instead(
    files: ProgramFiles, file: str, node: ast.stmt, *lines: str, last: int = 0
) -> Edit:
    """Return the edit that replaces a statement by lines.

    Args:
        files: the program's files.
        file: the file to edit.
        node: the statement.
        lines: the new lines, which get the statement's indent.
        last: the last line to replace, if the edit replaces more than the statement.
    """
    new = _indented(files, file, node.lineno, lines)
    return Edit(file, node.lineno, last or last_line(node), new)


def removed(files: ProgramFiles, file: str, node: ast.stmt) -> Edit:
    """Return the edit that removes a statement; ``pass`` stays in an empty block."""
    is_only = len(block_of(files.tree(file), node)) == 1
    return instead(files, file, node, *(["pass"] if is_only else []))


def _indented(
    files: ProgramFiles, file: str, number: int, lines: Sequence[str]
) -> tuple[str, ...]:
    indent = indent_of(files.lines(file)[number - 1])
    return tuple(indent + line if line else "" for line in lines)


def block_of(tree: ast.AST, statement: ast.stmt) -> Sequence[ast.stmt]:
    """Return the list of statements that contains a statement."""
    for node in ast.walk(tree):
        for field in _BODIES:
            body = getattr(node, field, None)
            if isinstance(body, list) and any(one is statement for one in body):
                return body
    return ()


def is_alone(files: ProgramFiles, file: str, statements: Sequence[ast.stmt]) -> bool:
    """Return whether no other code is on the lines of some statements."""
    lines = files.lines(file)
    first, last = first_line(statements[0]), last_line(statements[-1])
    head = lines[first - 1][: getattr(statements[0], "col_offset", 0)]
    tail = lines[last - 1].encode()[getattr(statements[-1], "end_col_offset", 0) :]
    is_ended = not tail.strip() or tail.strip().startswith(b"#")
    return is_ended and not head.strip()


def shifted(
    files: ProgramFiles, file: str, statements: Sequence[ast.stmt], steps: int
) -> tuple[str, ...]:
    """Return the lines of consecutive statements, indented by `steps` more steps.

    With negative `steps`, they have less indent. Lines inside a string stay unchanged.
    """
    first, last = first_line(statements[0]), last_line(statements[-1])
    inside = {line for one in statements for line in _within_strings(one)}
    step = indent_of(files.lines(file)[first - 1])
    found = []
    for number in range(first, last + 1):
        line = files.lines(file)[number - 1]
        if number not in inside and line.strip():
            line = _STEP * steps + line if steps > 0 else _dedented(line, step, steps)
        found.append(line)
    return tuple(found)


def _dedented(line: str, indent: str, steps: int) -> str:
    """Return a line with up to `-steps` steps less indent."""
    unit = _STEP if _STEP in indent else "\t"
    for _ in range(-steps):
        line = line[len(unit) :] if line.startswith(unit) else line
    return line


def _within_strings(node: ast.AST) -> Iterator[int]:
    """Yield the lines that begin inside a string."""
    for one in ast.walk(node):
        is_text = isinstance(one, ast.Constant) and isinstance(one.value, (str, bytes))
        if is_text or isinstance(one, ast.JoinedStr):
            yield from range(getattr(one, "lineno", 0) + 1, last_line(one) + 1)


def stored_names(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the variables that statements assign."""
    return _names(nodes, (ast.Store, ast.Del))


def loaded_names(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the variables that statements read."""
    return _names(nodes, (ast.Load,))


def _names(nodes: Sequence[ast.AST], kinds: tuple[type, ...]) -> set[str]:
    return {one.id for one in names_in(nodes) if isinstance(one.ctx, kinds)}


def names_in(nodes: Sequence[ast.AST]) -> Iterator[ast.Name]:
    """Yield the variables in some nodes.

    Those of comprehensions and functions inside the nodes are not included; those of a
    function that is a node itself are.
    """
    for node in nodes:
        is_function = isinstance(node, FUNCTIONS)
        for inner in ast.iter_child_nodes(node) if is_function else (node,):
            yield from _own_names(inner, frozenset())


def _own_names(node: ast.AST, hidden: frozenset[str]) -> Iterator[ast.Name]:
    if isinstance(node, ast.Name):
        if node.id not in hidden:
            yield node
        return
    if isinstance(node, _COMPREHENSIONS):
        hidden |= stored_names([one.target for one in node.generators])
    elif isinstance(node, (*FUNCTIONS, ast.Lambda)):
        body = node.body if isinstance(node.body, list) else []
        hidden |= all_parameters(node.args) | stored_names(body)
    for inner in ast.iter_child_nodes(node):
        yield from _own_names(inner, hidden)


def all_parameters(arguments: ast.arguments) -> set[str]:
    """Return the names of all parameters, including `*args` and `**kwargs`."""
    every = [
        *getattr(arguments, "posonlyargs", ()), *arguments.args, *arguments.kwonlyargs,
        arguments.vararg, arguments.kwarg,
    ]  # fmt: skip
    return {one.arg for one in every if one is not None}


def free_name(tree: ast.AST, wanted: str) -> str:
    """Return a name that a file does not use: `wanted`, or with a number."""
    used = {getattr(node, "id", None) for node in ast.walk(tree)}
    used |= {getattr(node, "attr", None) for node in ast.walk(tree)}
    used |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    used |= {getattr(node, "name", None) for node in ast.walk(tree)}
    name, number = wanted, 1
    while name in used:
        number += 1
        name = f"{wanted}_{number}"
    return name


def bound_by(tree: ast.Module, name: str) -> ast.stmt | None:
    """Return the last top-level statement of a module that binds a name."""
    found = None
    for node in tree.body:
        names = stored_names([node]) if isinstance(node, ast.Assign) else set()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = {one.asname or one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            names = {node.name}
        if name in names:
            found = node
    return found
