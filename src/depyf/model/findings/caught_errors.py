"""Errors that the program catches, but that torch raises while it compiles.

Torch runs operators on fake tensors to compile them.  If an operator fails then, the
compilation ends: torch does not run the handler in the program.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Sequence

from depyf.model.findings.names import is_library, place, program_stack
from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import file_of, index_of, line_of
from depyf.model.findings.rule import Cure
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.run import Run

_ANY = {"Exception", "BaseException", "RuntimeError", "ValueError", "TypeError"}


def caught_at(run: Run, stack: Sequence[SourceLine]) -> SourceLine | None:
    """Return the line of an `except` around the innermost line of a stack.

    None if no code of the program on the stack catches errors of operators.

    Args:
        run: the run.
        stack: the user's lines, the innermost last.
    """
    for line in reversed(program_stack(stack)):
        file = None if is_library(line.file) else file_of(run, line)
        found = handler_around(index_of(file).tree, line.line) if file else None
        if found is not None and file is not None:
            return line_of(file, found[1].lineno)
    return None


def handler_around(
    tree: ast.AST, line: int
) -> tuple[ast.Try, ast.ExceptHandler] | None:
    """Return the innermost `try` around a line that catches errors of operators.

    Returns:
        The `try` and its handler; None if there is none.
    """
    found = None
    for node in ast.walk(tree):
        if not isinstance(node, ast.Try) or not node.body:
            continue
        if node.body[0].lineno <= line <= last_line(node.body[-1]):
            handlers = [one for one in node.handlers if _catches(one.type)]
            found = (node, handlers[0]) if handlers else found
    return found


def _catches(kind: ast.expr | None) -> bool:
    """Return whether a handler of this type catches errors of operators."""
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(one is None or last_name(one) in _ANY for one in kinds)


def tested_before(handler: SourceLine) -> Cure:
    """Return the advice to test before the operation instead of catching its error."""
    return Cure(
        "",
        f"test in an `if` whether the operation is possible: {place(handler)} "
        f"`{handler.text}` does not run while torch compiles",
    )
