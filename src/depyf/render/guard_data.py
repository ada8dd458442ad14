"""Return an entry's guards as data for the page, and those that checked calls fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection, Iterator, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.call_check import compilation_of
from depyf.model.entry_guards import frame_guards
from depyf.model.guard_fact import ORDER
from depyf.model.guard_facts import failed_facts, is_failed
from depyf.render.guard_predicates import Condition, conditions

if TYPE_CHECKING:
    from depyf.model.call_check import Miss
    from depyf.model.entry_guards import EntryGuards
    from depyf.model.run import Compilation, Frame, Run
    from depyf.model.serialize import Json

_NO_PYTHON = "what torch does not print as Python"


class _Group(NamedTuple):
    """The conditions of one category: the entry's own, and those that all share."""

    title: str
    own: list[Condition]
    common: list[Condition]


def guard_groups(frame: Frame, compilation: Compilation) -> list[Json]:
    """Return an entry's conditions by category: its own, and those that all share."""
    return [
        {
            "title": group.title,
            "own": [one.text for one in group.own],
            "common": [one.text for one in group.common],
        }
        for group in _groups(frame, compilation)
    ]


def failing_conditions(run: Run, frame: Frame, compilation: Compilation) -> list[Json]:
    """Return the conditions of an entry that calls of `depyf.check` fail.

    A call is left out if torch's text of the guard matches no condition.
    """
    misses = [
        (number, miss)
        for number, check in enumerate(run.checks_of(frame.key))
        for miss in check.misses
        if compilation_of(frame, miss.entry, check.generation) is compilation
    ]
    own = frame_guards(frame).of(compilation) if misses else None
    if own is None:
        return []
    groups = list(_groups(frame, compilation))
    return [
        {"check": number, "title": title, "text": text}
        for number, miss in misses
        for title, text in _failing(groups, _failed_texts(own, miss))
    ]


def _groups(frame: Frame, compilation: Compilation) -> Iterator[_Group]:
    guards = frame_guards(frame)
    own = guards.of(compilation)
    if own is None:
        return
    for category in ORDER:
        mine = conditions(own.own, category)
        others = _common(frame, category)
        if mine or others:
            yield _Group(category, mine, others)
    rest = [Condition(part.expression, ()) for part in own.facts.other]
    if rest:
        yield _Group(_NO_PYTHON, rest, [])


@once_each
def _common(frame: Frame, category: str) -> list[Condition]:
    """Return the conditions that all entries of a function have."""
    return conditions(frame_guards(frame).common, category)


def _failing(
    groups: Sequence[_Group], texts: Collection[str]
) -> Iterator[tuple[str, str]]:
    for group in groups:
        for one in (*group.own, *group.common):
            if one.text in texts or any(member in texts for member in one.members):
                yield group.title, one.text


def _failed_texts(own: EntryGuards, miss: Miss) -> set[str]:
    facts, text = own.facts, miss.text
    other = [part.expression for part in facts.other if is_failed(part, text)]
    return {*(fact.text for fact in failed_facts(facts.facts, text)), *other}
