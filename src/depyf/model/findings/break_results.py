"""Apply the rules on graph breaks, with the recompiles that each break causes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.model.findings.break_rules import BREAK_RULES, replaced_lines
from depyf.model.findings.breaks import breaks
from depyf.model.findings.brought import AFTER_BREAK, brought_by
from depyf.model.findings.brought_words import as_sentences
from depyf.model.findings.contexts import UNKNOWN_CONTEXT
from depyf.model.findings.cut_calls import (
    is_behind_inner,
    is_in_left_comprehension,
    is_resumed,
)
from depyf.model.findings.names import joined, place
from depyf.model.findings.rule import (
    Consequence,
    Cure,
    Expected,
    Finding,
    first_result,
)
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.rule import Result
    from depyf.model.run import Run


class _Told(NamedTuple):
    """A break, the result about it, and the lines that its edit replaces."""

    one: Break
    result: Result
    file: str
    lines: range

    def holds(self, other: _Told) -> bool:
        """Return whether the edit for this break also removes another break."""
        line = other.one.where
        if line is None or isinstance(other.result, Expected):
            return False
        if self.file == line.file and line.line in self.lines:
            return True
        return other is not self and self._enters(other.one)

    def _enters(self, one: Break) -> bool:
        """Return whether a break is in the call of a `with` that an edit skips."""
        is_skipped = isinstance(self.result, Finding) and bool(self.result.edit)
        at = self.one.where
        if at is None or not is_skipped or not UNKNOWN_CONTEXT.applies(self.one):
            return False
        stack = one.event.user_stack[:-1]
        return any((line.file, line.line) == (at.file, at.line) for line in stack)


def of_breaks(run: Run, consequences: Sequence[Consequence]) -> Iterator[Result]:
    """Yield the result about each graph break.

    If an edit replaces a branch, a break inside of the branch is left out.  So is a
    break in the call of a `with` that an edit skips.
    """
    every = [_told(one) for one in _with_brought(run, consequences)]
    inside: dict[int, list[Break]] = {}
    for one in every:
        around = next((other for other in every if other.holds(one)), None)
        if around is not None:
            inside.setdefault(id(around), []).append(one.one)
    removed = {id(one) for found in inside.values() for one in found}
    for one in every:
        if id(one.one) in removed:
            continue
        if isinstance(one.result, Finding):
            yield _with_inner(one.result, inside.get(id(one), ()))
        else:
            yield one.result


def _with_brought(run: Run, consequences: Sequence[Consequence]) -> list[Break]:
    """Return the breaks that no other break reports, with what they cause."""
    shown = [one for one in breaks(run) if not _follows(one)]
    brought: dict[int, list[Consequence]] = {}
    for each in consequences:
        for one in brought_by(each, shown):
            brought.setdefault(id(one), []).append(each)
    return [replace(one, brought=tuple(brought.get(id(one), ()))) for one in shown]


def _told(one: Break) -> _Told:
    result = first_result(BREAK_RULES, one)
    if not isinstance(result, Finding):
        return _Told(one, result, "", range(0))
    return _Told(one, result, *replaced_lines(one, Cure(result.edit, result.note)))


def _with_inner(found: Finding, inner: Sequence[Break]) -> Finding:
    """Return a finding with the recompiles of breaks that its edit also removes."""
    brought = [(one, each) for one in inner for each in one.brought if each.what]
    words = dict.fromkeys(
        each.what.replace(AFTER_BREAK, f"after {one.place}") for one, each in brought
    )
    cut = {one.name: None for one in inner if one.name != found.subject}
    cut_too = f"It also cuts {joined(f'`{name}`' for name in cut)}" if cut else ""
    after = "; ".join(words)
    ids = [number for _, each in brought for number in each.compilations]
    frames = [*found.frames, *(each.key for one in inner for each in one.frames)]
    return replace(
        found,
        why=as_sentences(found.why, [cut_too, after]) + ".",
        frames=tuple(dict.fromkeys(frames)),
        compilations=tuple(dict.fromkeys([*found.compilations, *ids])),
    )


def _follows(one: Break) -> bool:
    """Return whether another break already reports this one."""
    return (
        is_resumed(one)
        or is_behind_inner(one)
        or is_in_left_comprehension(one)
        or _fails_at_break(one)
    )


def _fails_at_break(one: Break) -> bool:
    """Return whether a backend failed only because of a graph break on its line."""
    return one.said.kind is BreakKind.BACKEND and any(
        other.where == one.where and other.said.kind is not BreakKind.BACKEND
        for other in breaks(one.run)
    )


def unclaimed(
    consequences: Sequence[Consequence], results: Sequence[Result]
) -> Iterator[Expected]:
    """Yield an expected event for recompiles of a break that has no finding.

    So the page accounts for each recompile.
    """
    claimed = {
        each
        for one in results
        if not isinstance(one, Consequence)
        for each in one.compilations
    }
    for one in consequences:
        if not claimed.issuperset(one.compilations):
            what = one.what or "is compiled separately because of a graph break"
            what = what.replace(AFTER_BREAK, f"after {place(one.where)}")
            yield Expected(
                one.subject,
                what,
                one.frames,
                seconds=one.seconds,
                tried=one.tried,
                compilations=one.compilations,
            )
