"""The first lines of ``index.md``: what to act on, and what is expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings import findings
from depyf.render.fitting import WIDTH, wrapped
from depyf.render.markdown import code, plain, sentence
from depyf.render.places import place, shortened

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings import Finding
    from depyf.model.run import Run

_MOST_EXPECTED = 12
_LONGEST_CODE = 60


def opening(run: Run) -> list[str]:
    """Return the lines that say what a reader should act on."""
    found = findings(run).findings
    if not found:
        return [_told(run, "Nothing in it asks for a change.")]
    number = "One thing" if len(found) == 1 else f"{len(found)} things"
    lines = [
        _told(run, f"{number} to act on{', gravest first' if len(found) > 1 else ''}:"),
        "",
    ]
    for position, one in enumerate(found, 1):
        lines += _finding(position, one)
    return lines


def expected(run: Run) -> list[str]:
    """Return what happened more than once and is as it should be."""
    found = findings(run).expected
    if not found:
        return []
    subjects: dict[str, list[str]] = {}
    for one in found:
        named = subjects.setdefault(one.what, [])
        named += [] if one.subject in named else [one.subject]
    lines = ["As it should be:"]
    for what, names in list(subjects.items())[:_MOST_EXPECTED]:
        listed = ", ".join(map(code, names))
        lines += wrapped(f"- {listed}: {sentence(what)}", "  ")
    more = len(subjects) - _MOST_EXPECTED
    return [*lines, *([f"- and {more} more, in summary.json"] if more > 0 else []), ""]


def _told(run: Run, last: str) -> str:
    """Return in sentences what was compiled."""
    made = [one for one in run.compilations if one.entry is not None]
    again = sum(1 for one in made if one.recompile)
    roots = [root for root in run.roots if root.compilations]
    without = [root for root in roots if not root.entries]
    if not roots:
        return last
    number = "One function was" if len(roots) == 1 else f"{len(roots)} functions were"
    entries = "one entry" if len(made) == 1 else f"{len(made)} entries"
    words = f"{number} compiled, into {entries}" if made else "Nothing was compiled"
    words += f", {again} of them made because earlier ones did not fit" if again else ""
    words += f"; {len(without)} of them run as plain Python" if without and made else ""
    return f"{words}. {last}"


def _finding(position: int, one: Finding) -> list[str]:
    """Return a finding: what and where, and what to change."""
    head = f"{position}. **{code(one.subject)}** {sentence(one.what)}"
    where = _line(one.where)
    if one.led_here is not None and one.led_here != one.where:
        where += f", called at {_line(one.led_here)}"
    lines = wrapped(f"{head}: {where}" if where else head, "   ")
    if len(lines) > 2:  # at most three lines each, the change among them
        lines = [
            lines[0],
            shortened(" ".join([lines[1], *map(str.strip, lines[2:])]), WIDTH),
        ]
    change = ""
    if one.edit:
        change = f"   Change: {code(one.edit)}"
        change += f", {sentence(one.note)}" if one.note else ""
    elif one.note:
        change = f"   Change: {sentence(one.note)}"
    return [*lines, shortened(change, WIDTH)] if change else lines


def _line(line: SourceLine | None) -> str:
    if line is None:
        return ""
    where = plain(place(line.file, line.line))
    return (
        f"{where} {code(shortened(line.text, _LONGEST_CODE))}" if line.text else where
    )
