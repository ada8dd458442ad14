"""Enter a `with` around the call of compiled code, not inside of it.

For example, a context manager of the program freezes parameters: torch cannot trace
its `requires_grad_`.  Calls without compiled code still enter it where they did.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.blocks import bound_by, instead, shifted
from depyf.curing.outside_calls import outside_calls
from depyf.curing.program_files import Edit
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import line_after_imports, replaced, source_of, statement_at

if TYPE_CHECKING:
    from depyf.curing.passed_down import Level
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.breaks import Break

_INSIDE = "contextlib.nullcontext() if torch.compiler.is_compiling() else {}"
_IMPORTS = ("contextlib", "torch")


def entered_around(
    one: Break, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edit that enters the context around each call of compiled code."""
    for found in outside_calls(one, files, known, _is_entered):
        level = found.level
        new = _INSIDE.format(found.what)
        edits = [replaced(files, level.file, level.call, new)]
        for file, statement, source in found.places:
            edits += _around(files, level, file, (statement, source))
        words = f"enter `{found.what}` around the call of `{found.function.name}`"
        yield with_torch(files, finding, words, edits, _IMPORTS)


def _is_entered(files: ProgramFiles, level: Level) -> bool:
    """Return whether a level's call is the context of a `with` without a name."""
    statement = statement_at(files.tree(level.file), level.call.lineno)
    return isinstance(statement, ast.With) and any(
        item.context_expr is level.call and item.optional_vars is None
        for item in statement.items
    )


def _around(
    files: ProgramFiles, level: Level, file: str, made: tuple[ast.stmt, str]
) -> Iterator[Edit]:
    """Yield the edits of the statement with a call, and of its file's imports."""
    statement, source = made
    indent = " " * statement.col_offset
    lines = (f"{indent}with {source}:", *shifted(files, file, [statement], 1))
    edit = instead(files, file, statement)
    yield Edit(file, edit.first, edit.last, lines)
    name = source.partition("(")[0].partition(".")[0]
    bound = bound_by(files.tree(level.file), name)
    if bound is not None and bound_by(files.tree(file), name) is None:
        new = source_of(files.lines(level.file), bound)
        if isinstance(bound, (ast.Import, ast.ImportFrom)) and "\n" not in new:
            at = line_after_imports(files.tree(file))
            yield Edit(file, at, at - 1, (new,))
