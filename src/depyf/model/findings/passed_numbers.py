"""Find out whether a callee or a caller needs a value as a Python number."""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING, Callable, Iterator

from depyf.model.events import SourceLine
from depyf.model.findings import rewriting
from depyf.model.findings.branch_edits import only_tells
from depyf.model.findings.program_index import FUNCTIONS, last_line, parameters_of
from depyf.model.findings.program_text import lines_in_need, tree_of
from depyf.model.findings.rewriting import names_in

if TYPE_CHECKING:
    from depyf.model.detail_events import SourceText
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.program_index import Function
    from depyf.model.run import Run


def needed_further_in(run: Run, tree: ast.AST, names: set[str]) -> SourceLine | None:
    """Return a line that needs one of these variables, in a function that receives it.

    The callees of calls are unknown here.  So every parameter counts whose name is that
    of the variable or of the keyword.

    Args:
        run: the run, with the sources of the functions that torch traced.
        tree: the function with the variables.
        names: the names of the variables.

    Returns:
        A line that needs a number; None if there is none.
    """
    traced = list(traced_functions(run))
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


def tested_by_caller(one: Break) -> SourceLine | None:
    """Return the line that branches on a number that a break's function returns.

    For example, `if is_warm(self.count):`, if `is_warm` returns `count.item() > 10` and
    breaks the graph there.
    """
    return _used_by_caller(one, _is_tested)


def is_only_checked(one: Break, line: SourceLine) -> bool:
    """Return whether the branch on the value of a line only raises or warns."""
    tree = one.tree_around(line)
    if tree is None:
        return False
    stored = rewriting.stored_at(tree, line.line)
    branch = rewriting.branch_at(tree, line.line) or rewriting.branch_on(tree, stored)
    return (
        branch is not None and not branch.orelse and all(map(only_tells, branch.body))
    )


def counted_by_caller(one: Break) -> SourceLine | None:
    """Return the loop whose rounds are a number that a break's function returns."""
    return _used_by_caller(one, _is_count)


def _used_by_caller(
    one: Break, is_used: Callable[[ast.AST, int], bool]
) -> SourceLine | None:
    stack = [*one.event.user_stack]
    while len(stack) > 1:
        line = stack.pop()
        tree, around = one.tree_around(line), one.tree_around(stack[-1])
        if tree is None or around is None or not _returns(tree, line.line):
            return None
        if is_used(around, stack[-1].line):
            return stack[-1]
    return None


def _is_tested(function: ast.AST, line: int) -> bool:
    """Return whether a function branches on the value that a line computes."""
    names = rewriting.stored_at(function, line)
    is_test = rewriting.branch_at(function, line) is not None
    return is_test or bool(names & rewriting.tested_names(function))


def _is_count(function: ast.AST, line: int) -> bool:
    """Return whether the line is a loop over `range` of the value."""
    return any(
        isinstance(node, ast.For)
        and node.lineno == line
        and any(getattr(one, "id", "") == "range" for one in ast.walk(node.iter))
        for node in ast.walk(function)
    )


def _returns(tree: ast.AST, line: int) -> bool:
    """Return whether a function returns the value that one of its lines computes."""
    made = rewriting.stored_at(tree, line)
    return any(
        isinstance(node, ast.Return)
        and node.value is not None
        and (node.lineno <= line <= last_line(node) or names_in(node.value) & made)
        for node in ast.walk(tree)
    )


def traced_functions(run: Run) -> Iterator[tuple[SourceText, Function]]:
    """Yield the functions that torch traced; their nodes count lines from 1."""
    for one in run.sources:
        for statement in tree_of(textwrap.dedent(one.text)).body[:1]:
            if isinstance(statement, FUNCTIONS):
                yield one, statement


def _passed_on(function: ast.AST, names: set[str]) -> set[str]:
    """Return the parameters to which the calls in a function pass these variables."""
    found: set[str] = set()
    for call in ast.walk(function):
        if isinstance(call, ast.Call):
            given = [(one.arg, one.value) for one in call.keywords]
            given += [(getattr(one, "id", ""), one) for one in call.args]
            for name, value in given:
                if name and getattr(value, "id", "") in names:
                    found.add(name)
    return found
