"""Define a spot: one of the user's lines on the stack of a break or failure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from depyf.curing.syntax import replaced, source_of, statement_at

if TYPE_CHECKING:
    import ast

    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break


class Spot(NamedTuple):
    """One of the user's lines on the stack of a break.

    Attributes:
        files: the program's files.
        one: the break.
        line: the line.
        is_inner: whether this is the innermost line of the program.
        finding: the problem to cure.
    """

    files: ProgramFiles
    one: Break
    line: SourceLine
    is_inner: bool
    finding: str

    @property
    def statement(self) -> ast.stmt | None:
        """Return the statement on the line."""
        return statement_at(self.files.tree(self.line.file), self.line.line)

    def source(self, node: ast.AST) -> str:
        """Return the source of a node."""
        return source_of(self.files.lines(self.line.file), node)

    def replace(self, node: ast.AST, new: str) -> Edit:
        """Return the edit that replaces an expression by new source."""
        return replaced(self.files, self.line.file, node, new)
