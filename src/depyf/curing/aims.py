"""Which finding of the program as it stands a proposal is meant for."""

from __future__ import annotations

import difflib
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Iterable, Iterator, Mapping, Sequence

from depyf.curing.program_files import original_text
from depyf.model.findings.rule import aim_of

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.rule import Rule, S


def aimed(
    found: Iterable[Proposal], rules: Sequence[Rule[S]], subject: S, files: ProgramFiles
) -> Iterator[Proposal]:
    """Yield proposals with the finding that says the same of their subject.

    Args:
        found: the proposals for one subject.
        rules: the rows of the table of findings that are about such subjects.
        subject: the break, failure or recompiles that they are meant to cure.
        files: the program with the edits made so far.
    """
    aim = aim_of(rules, subject)
    line = line_before_edits(files, aim.file, aim.line) if aim.line else 0
    # A line that an earlier edit made stands in no finding of the first run.
    aims = (replace(aim, line=line),) if line or not aim.line else ()
    for one in found:
        yield replace(one, aims=aims, at=line_before_edits(files, *one.place))


def line_before_edits(files: ProgramFiles, file: str, line: int) -> int:
    """Return the number that a line has on disk; 0 if an edit made it."""
    text = files.texts.get(file)
    if text is None:
        return line
    return _numbers(original_text(file), text).get(line, 0)


@lru_cache(maxsize=64)
def _numbers(before: str, after: str) -> Mapping[int, int]:
    """Map line numbers after edits to those before."""
    lines = before.splitlines(), after.splitlines()
    blocks = difflib.SequenceMatcher(None, *lines, autojunk=False).get_matching_blocks()
    return {
        one.b + offset + 1: one.a + offset + 1
        for one in blocks
        for offset in range(one.size)
    }
