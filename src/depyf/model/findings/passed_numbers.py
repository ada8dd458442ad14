"""Where a value that a graph breaks for goes: into other functions, or attributes."""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.events import SourceLine
from depyf.model.findings.program_index import FUNCTIONS, last_line, parameters_of
from depyf.model.findings.program_text import lines_in_need, tree_of
from depyf.model.findings.rewriting import names_in

if TYPE_CHECKING:
    from depyf.model.detail_events import SourceText
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.program_index import Function
    from depyf.model.run import Run


def needed_further_in(run: Run, tree: ast.AST, names: set[str]) -> SourceLine | None:
    """Return a line that needs one of these variables, in a function it is passed to.

    A parameter gets the value if its name is that of the variable or of the keyword:
    which function a call reaches is not known here.

    Args:
        run: with the source of each function that torch traced.
        tree: the function with the variables.
        names: of the variables.

    Returns:
        The line that needs it; None if there is none.
    """
    traced = list(_traced(run))
    known: set[str] = set()
    found = _passed_on(tree, names)
    while not found <= known:
        known |= found
        found = set()
        for text, function in traced:
            given = known & set(parameters_of(function))
            for number in lines_in_need(function, given):
                return SourceLine(text.file, text.first_line - 1 + number)
            found |= _passed_on(function, given)
    return None


class Kept(NamedTuple):
    """Where a value is kept.

    Attributes:
        where: the line that does so.
        attribute: its name.
    """

    where: SourceLine
    attribute: str


def kept_in(one: Break) -> Kept | None:
    """Return the attribute that keeps a break's value, and is read when traced.

    A value that a function returns is followed into the line that called it.
    """
    for line in reversed(one.event.user_stack):
        tree = one.tree_around(line)
        statement = _statement_at(tree, line.line) if tree is not None else None
        if tree is None or statement is None:
            return None
        names, found = _spread(tree, statement)
        if found is not None:
            number, attribute = found
            where = SourceLine(line.file, number)
            return Kept(where, attribute) if _is_read(one, tree, attribute) else None
        returned = (node for node in ast.walk(tree) if isinstance(node, ast.Return))
        if not isinstance(statement, ast.Return) and not any(
            names_in(node) & names for node in returned
        ):
            return None
    return None


def _statement_at(tree: ast.AST, line: int) -> ast.stmt | None:
    """Return the innermost statement around a line."""
    found = None
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= last_line(node):
            if found is None or node.lineno >= found.lineno:
                found = node
    return found


def _spread(
    tree: ast.AST, statement: ast.stmt
) -> tuple[set[str], tuple[int, str] | None]:
    """Return the variables that get a value, and the line and attribute that keep it.

    Args:
        tree: the function.
        statement: the one that makes the value.
    """
    names: set[str] = set()
    assignments = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign))
        if node.lineno >= statement.lineno
    ]
    for node in sorted(assignments, key=lambda node: node.lineno):
        value = node.value
        if node is not statement and not (value and names_in(value) & names):
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            kept = target.value if isinstance(target, ast.Subscript) else target
            if isinstance(kept, ast.Attribute):
                return names, (node.lineno, kept.attr)
            names |= names_in(target)
    return names, None


def _is_read(one: Break, tree: ast.AST, attribute: str) -> bool:
    """Return whether a traced function reads an attribute."""
    trees = [tree, *(function for _, function in _traced(one.run))]
    return any(
        isinstance(node, ast.Attribute) and node.attr == attribute
        for inner in trees
        for node in ast.walk(inner)
        if isinstance(getattr(node, "ctx", None), ast.Load)
    )


def _traced(run: Run) -> Iterator[tuple[SourceText, Function]]:
    """Yield the functions that torch traced; lines of their nodes begin at 1."""
    for one in run.sources:
        for statement in tree_of(textwrap.dedent(one.text)).body[:1]:
            if isinstance(statement, FUNCTIONS):
                yield one, statement


def _passed_on(function: ast.AST, names: set[str]) -> set[str]:
    """Return the parameters that calls in a function give one of these variables to."""
    found: set[str] = set()
    for call in ast.walk(function):
        if isinstance(call, ast.Call):
            given = [(one.arg, one.value) for one in call.keywords]
            given += [(getattr(one, "id", ""), one) for one in call.args]
            for name, value in given:
                if name and getattr(value, "id", "") in names:
                    found.add(name)
    return found
