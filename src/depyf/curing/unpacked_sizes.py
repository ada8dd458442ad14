"""Keep numbers as numbers, where the program packs them in a tensor."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, statement_at
from depyf.model.findings.breaks import breaks
from depyf.model.findings.packed_sizes import (
    listed_numbers,
    packed_sizes,
    sizes_read,
)
from depyf.model.findings.program_index import last_line

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.failures import Failure

_READS = {"item", "tolist"}


def unpacked_sizes(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that keeps the sizes behind a break in a list.

    Lines of other breaks that read the same tensor then use the numbers, too.
    """
    found = packed_sizes(one)
    if found is None or not files.is_own(found.line.file):
        return
    reads = {each.where for each in breaks(one.run) if packed_sizes(each) == found}
    lines = [line for line in reads if line is not None and files.is_own(line.file)]
    edits = [edit for line in lines for edit in _without_reads(files, line)]
    yield Proposal(
        finding,
        f"keep the sizes as numbers: `{found.numbers}`",
        (replaced(files, found.line.file, found.node, found.numbers), *edits),
    )


def listed(failure: Failure, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that keeps the numbers a list, which a failing function reads."""
    for line in failure.read_at:
        packed = sizes_read(failure.as_break(), line)
        found = packed or listed_numbers(failure.as_break(), line)
        if found is None or not files.is_own(found.line.file):
            continue
        edits = list(_without_reads(files, line)) if files.is_own(line.file) else []
        if edits or packed:
            made = replaced(files, found.line.file, found.node, found.numbers)
            what = f"keep `{found.numbers}` as it is, not as a tensor"
            yield Proposal(finding, what, (made, *edits))


def _without_reads(files: ProgramFiles, line: SourceLine) -> Iterator[Edit]:
    """Yield the edit that drops ``.item()`` from the statement at a line."""
    statement = statement_at(files.tree(line.file), line.line)
    if statement is None:
        return
    text = files.lines(line.file)[line.line - 1]
    new = _without(text.encode(), _reads(statement, line.line)).decode()
    if new != text:
        yield Edit(line.file, line.line, line.line, (new,))


def _reads(statement: ast.stmt, line: int) -> Iterator[tuple[int, int]]:
    """Yield where in a line a tensor is made a number: the columns of ``.item()``."""
    for node in ast.walk(statement):
        if not isinstance(node, ast.Call) or node.args or node.lineno != line:
            continue
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in _READS:
            start, end = func.value.end_col_offset, node.end_col_offset
            if last_line(node) == line and start is not None and end is not None:
                yield start, end


def _without(text: bytes, spans: Iterator[tuple[int, int]]) -> bytes:
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + text[end:]
    return text
