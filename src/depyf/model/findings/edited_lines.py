"""Do not advise against lines that `depyf cure` itself made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterable, Iterator

from depyf.model.edit_tried import CureSummary, EditedLines
from depyf.model.findings.names import place

if TYPE_CHECKING:
    from depyf.model.findings.rule import Finding
    from depyf.model.run import Run

_NEXT = "keep {}, a line of an edit of `depyf cure`, and make the next kept edit: {}"
_NOTE = "nothing: a kept edit of `depyf cure` made {}, and `cure.md` tells why"
_CAUSE = "cause"  # its lines are what the advice is about


def with_known_edits(run: Run, found: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings; those about a line of an edit advise no change of it."""
    made = {
        (one.file, line) for one in run.facts.all(EditedLines) for line in one.lines
    }
    later = [one.next_edit for one in run.facts.all(CureSummary) if one.next_edit]
    for one in found:
        lines = [one.where, *(one.origin if one.origin_how == _CAUSE else ())]
        for line in lines:
            if line is not None and (line.file, line.line) in made:
                at = place(line)
                note = _NEXT.format(at, later[-1]) if later else _NOTE.format(at)
                yield replace(one, edit="", diff="", note=note)
                break
        else:
            yield one
