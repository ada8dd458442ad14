"""Call a method that updates an object before compiled code, not inside of it.

For example, a table of frequencies grows for longer inputs, and the method branches on
a tensor's value, which breaks the graph.  Nothing uses the result of the call: it can
run before the compiled function is called.  Calls without compiled code still make the
update where they did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.blocks import before, instead
from depyf.curing.outside_calls import outside_calls
from depyf.curing.passed_down import is_statement
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import statement_at

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.breaks import Break

_COMPILING = "if not torch.compiler.is_compiling():"


def called_before(
    one: Break, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edit that makes the call before each call of the compiled function."""
    for found in outside_calls(one, files, known, is_statement):
        level = found.level
        statement = statement_at(files.tree(level.file), level.call.lineno)
        assert statement is not None  # `is_statement`
        lines = (_COMPILING, f"    {found.what}")
        edits = [instead(files, level.file, statement, *lines)]
        edits += [before(files, *place) for place in found.places]
        words = f"call `{found.what}` before `{found.function.name}` is called"
        yield with_torch(files, finding, words, edits)
