"""Find the recompiles of other functions that ``dynamic=True`` avoids, too.

A graph break leaves functions to be compiled separately, and its finding has the cost
of their recompiles.  If the sizes of one call vary, these functions recompile for them,
too.  One edit where the program compiles the model avoids all of these recompiles.  An
edit that marks the sizes of one tensor does not, as torch forgets the mark at a break.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.entry_guards import changes, frame_guards, nearest
from depyf.model.findings.conditions import became_dynamic
from depyf.model.findings.entry_limits import reached_limit
from depyf.model.findings.names import (
    call_line,
    is_compiled,
    joined,
    outer_lines,
    place,
    seconds,
)
from depyf.model.findings.new_values import other_constants
from depyf.model.findings.recompile_cures import compiled_dynamic
from depyf.model.findings.settled_sizes import varying
from depyf.model.guard_fact import INPUTS, PARAMETERS, STATE, VALUES
from depyf.model.wording import counted
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.entry_guards import Change, EntryGuards
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.findings.rule import Expected, Finding
    from depyf.model.run import Compilation, Frame, Run
    from depyf.torch_text.questions import TensorGuard

_MOST_NAMED = 2
_PRICE = "That takes time, too"
_NOT_SURE = "The edit may save less, or cost more"
_COMPARED = {INPUTS, VALUES, PARAMETERS, STATE}


@dataclass(frozen=True)
class Elsewhere:
    """Recompiles of other functions that an edit avoids, too, and others count.

    Attributes:
        words: how many, of which functions, and what torch then compiles, as sentences.
        cause: what varies in the calls by the program, and at which line; "" if an
            expected event says it.
        of_cost: which part of the cost other findings have, too, and whether the edit
            may not save it, as sentences; empty if all of the cost can be saved.
        compilations, frames, seconds: as in `Finding`.
    """

    words: str
    cause: str = ""
    of_cost: str = ""
    compilations: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    seconds: float = 0.0


def with_elsewhere(
    groups: Sequence[Group], expected: Sequence[Expected], found: Sequence[Finding]
) -> Iterator[Expected]:
    """Yield the expected events; the first of an edit has what it avoids elsewhere.

    Args:
        groups: all groups of recompiles.
        expected: the expected events.
        found: the findings in their order, which count some of the same recompiles.
    """
    own: dict[tuple[str, str], set[str]] = {}
    for one in expected:
        ids = own.setdefault((one.edit, one.note), set())
        ids.update(one.compilations)
    for one in expected:
        ids = own.pop((one.edit, one.note), set())
        elsewhere = _elsewhere(groups, one, ids, found) if ids else None
        yield replace(one, elsewhere=elsewhere) if elsewhere is not None else one


def for_new_sizes(group: Group) -> Iterator[Compilation]:
    """Yield the recompiles of a group that ``dynamic=True`` avoids."""
    for one in group.compilations if became_dynamic(group) else ():
        if one.entry is not None and _is_of_sizes_only(group.frame, one):
            yield one


def _is_of_sizes_only(frame: Frame, made: Compilation) -> bool:
    """Return whether the nearest earlier entry only requires other sizes.

    If another entry accepts the same sizes, the code branches on them.  Each branch
    then needs an entry anyway.
    """
    guards = frame_guards(frame)
    own = guards.of(made)
    near = nearest(guards, own) if own is not None else None
    if own is None or near is None or other_constants(near.compilation, made):
        return False
    others = (one for one in guards.entries if one is not own)
    is_branch = any(not [*_changed(one, own)] for one in others)
    olds, news = _tensors(near), _tensors(own)
    return not is_branch and all(
        # A number that the new entry does not require any more varies, too.
        (one.fact.category == VALUES and not one.after)
        or _differ_in_size(olds.get(one.fact.subject), news.get(one.fact.subject))
        for one in _changed(near, own)
    )


def _changed(one: EntryGuards, other: EntryGuards) -> Iterator[Change]:
    """Yield what differs between two entries except conditions on sizes."""
    every = changes(one, other)
    return (change for change in every if change.fact.category in _COMPARED)


def _tensors(entry: EntryGuards) -> dict[str, TensorGuard]:
    return {one.subject: one.tensor for one in entry.own if one.tensor is not None}


def _differ_in_size(old: TensorGuard | None, new: TensorGuard | None) -> bool:
    """Return whether two guards on a tensor require the same but for its sizes."""
    return old is not None and new is not None and _kind(old) == _kind(new)


def _kind(one: TensorGuard) -> tuple[object, ...]:
    return one.type, one.keys, one.dtype, one.index, one.requires_grad, len(one.size)


def _elsewhere(
    groups: Sequence[Group], of: Expected, known: set[str], told: Sequence[Finding]
) -> Elsewhere | None:
    """Return the recompiles that the edit of an event avoids in other places.

    It also says if torch then compiles calls that it refused at the recompile limit.

    Args:
        groups: all groups of recompiles.
        of: the event.
        known: the ids of the recompiles of all events with this edit.
        told: the findings in their order.
    """
    found = [
        (group, one)
        for group in groups
        if compiled_dynamic(group) == (of.edit, of.note)
        for one in for_new_sizes(group)
        if str(one.id) not in known
    ]
    if not of.note.startswith("at "):
        found = []  # the line that compiles is unknown, or there may be several
    slowest = sorted(found, key=lambda each: -each[1].seconds)
    names = dict.fromkeys(group.name for group, _ in slowest)
    own = [group.frame for group in groups if group.frame.key in of.frames]
    frames = {one.key: one for one in [*(group.frame for group, _ in found), *own]}
    ids = tuple(str(one.id) for _, one in found)
    spent = sum(one.seconds for _, one in found)
    # The trial of an edit has measured this.
    avoided = {*ids, *known} if of.edit and not of.tried else set()
    limits = [*filter(None, (below_limit(one, avoided) for one in frames.values()))]
    words = [_words([*names], len(ids))] if found else []
    if not words and not limits:
        return None
    text = ". ".join([*words, *limits, *([_PRICE] if limits else [])])
    is_said = not found or _is_of_calls(groups, known)
    cause = "" if is_said else cause_in_call(*found[0])
    keys = dict.fromkeys(group.frame.key for group, _ in found)
    of_cost = ". ".join(
        filter(None, [_counted_in(told, ids, spent), _NOT_SURE if limits else ""])
    )
    return Elsewhere(text, cause, of_cost, ids, tuple(keys), spent)


def _counted_in(told: Sequence[Finding], ids: Sequence[str], spent: float) -> str:
    """Return a sentence on the part of a cost that findings have, too."""
    took = seconds(spent)
    if not took:
        return ""
    numbers = [
        f"{number} (`{one.subject}`)"
        for number, one in enumerate(told, 1)
        if one.seconds and not set(ids).isdisjoint(one.compilations)
    ]
    many = "s" if len(numbers) > 1 else ""
    where = f"finding{many} {joined(numbers)}" if numbers else "other findings"
    return f"{took} of this is also in {where}"


def _is_of_calls(groups: Sequence[Group], known: set[str]) -> bool:
    """Return whether some of the recompiles are of the program's own calls.

    A resume function gets other values than the call.
    """
    return any(
        _is_outermost(group.run, one)
        for group in groups
        if group.frame.parent is None
        for one in group.compilations
        if str(one.id) in known
    )


def cause_in_call(group: Group, made: Compilation) -> str:
    """Return what varies in the program's own call, and at which line.

    Other functions get what the outermost one computes.
    """
    line = call_line(made)
    if line is None or not _is_outermost(group.run, made):
        return ""
    names = varying(group)
    verb = "varies" if len(names) == 1 else "vary"
    cause = group.causes[group.compilations.index(made)]
    is_known = len(names) == 1 and cause.expected and cause.actual
    met = f": {cause.expected}, then {cause.actual}" if is_known else ""
    return f"{joined(names)} {verb}{met} at {place(line)}"


def _is_outermost(run: Run, made: Compilation) -> bool:
    """Return whether no compiled function is among the callers of a function."""
    return not any(is_compiled(run, line) for line in outer_lines(made))


def _words(names: Sequence[str], recompiles: int) -> str:
    some = [f"`{one}`" for one in names[:_MOST_NAMED]]
    more = len(names) - len(some)
    some += [f"{more} more"] if more else []
    number = counted(recompiles, "recompile")
    return f"This includes {number} of {joined(some)} for such sizes"


def below_limit(frame: Frame, avoided: set[str]) -> str:
    """Return a sentence if a function does not reach the limit without recompiles."""
    fewer = sum(1 for one in frame.entries if str(one.id) not in avoided)
    if fewer == len(frame.entries) or not any(map(reached_limit, frame.compilations)):
        return ""
    return (
        f"`{frame.owner}` then needs {fewer} of its {len(frame.entries)} entries, so "
        "torch compiles the call that it refused at the limit"
    )
