"""Do not advise against lines that `depyf cure` itself made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterable, Iterator

from depyf.model.edit_tried import EditedLines

if TYPE_CHECKING:
    from depyf.model.findings.rule import Finding
    from depyf.model.run import Run

_NOTE = "nothing: a kept edit of `depyf cure` made this line, and `cure.md` tells why"


def with_known_edits(run: Run, found: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings; those at a line of an edit advise no change of it."""
    made = {
        (one.file, line) for one in run.facts.all(EditedLines) for line in one.lines
    }
    for one in found:
        line = one.where
        is_made = line is not None and (line.file, line.line) in made
        yield replace(one, edit="", diff="", note=_NOTE) if is_made else one
