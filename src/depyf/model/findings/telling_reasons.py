"""Select the reasons for a recompile that distinguish the new entry from the others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence, Tuple

from depyf.model.by_identity import once_each
from depyf.model.entry_guards import frame_guards, nearest
from depyf.model.events import ShapeSymbol
from depyf.model.findings.causes import Cause, cause_of
from depyf.model.findings.new_values import reasons_of_new_values, requires_constant
from depyf.torch_text.access_paths import bare
from depyf.torch_text.guards import read_guard
from depyf.torch_text.path_names import as_array, readable
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from typing import Collection

    from depyf.model.events import RecompileReason
    from depyf.model.run import Compilation, Frame
    from depyf.torch_text.guards import Guard


_Guard = Tuple[object, ...]  # what a guard requires: kind, subject, relation, value


def causes_of(
    frame: Frame, compilation: Compilation, given: Collection[str]
) -> list[Cause]:
    """Return the causes of a recompile that distinguish it from other entries.

    Args:
        frame: the recompiled frame.
        compilation: the recompile, with torch's reasons.
        given: the parameters of the user's function that the frame belongs to.
    """
    entries = _by_id(frame)
    found = []
    for reason in telling_reasons(frame, compilation):
        failed = entries.get(str(reason.failed))
        cause = cause_of(reason, frame, failed, given)
        chosen = _chose_path(cause, failed, compilation)
        if chosen is not None and failed is not None:
            text = chosen.expression
            cause = cause_of(replace(reason, text=text), frame, failed, given)
            cause = replace(cause, user_line=chosen.user_line)
        found.append(_of_array(cause, compilation))
    return found


def _of_array(cause: Cause, made: Compilation) -> Cause:
    """Return a cause on a number as one on a type, if the new value is numpy's."""
    path = as_array(cause.literal)
    is_number = cause.kind is GuardKind.NUMBER and cause.literal
    if not is_number or all(one.asks.subject != path for one in made.guards):
        return cause
    source = readable(path)
    return replace(cause, kind=GuardKind.TYPE, source=source, literal=path)


@once_each
def _by_id(frame: Frame) -> Mapping[str, Compilation]:
    return {str(one.id): one for one in frame.compilations}


def telling_reasons(
    frame: Frame, compilation: Compilation
) -> Sequence[RecompileReason]:
    """Return the reasons why the entry most similar to the new one did not fit.

    For each entry, torch reports the first guard that failed.  That says little about
    an entry that differs in many guards.  So the reasons are those of the nearest
    entry, unless another reason is about a value that is new.  If the nearest entry is
    unknown, all reasons are returned.
    """
    earlier = frame.compilations[: frame.compilations.index(compilation)]
    entries = [one for one in earlier if one.entry is not None]
    told = _of_nearest(frame, compilation)
    shared = _shared(frame, compilation)
    apart = [
        one
        for one in compilation.recompile
        # An entry for any size excludes the sizes 0 and 1.
        if one not in shared and not read_guard(one.text).asks.excludes_small
    ]
    if apart and not any(one in apart for one in told):
        told = apart
    return reasons_of_new_values(compilation, entries, told)


def _shared(frame: Frame, made: Compilation) -> set[RecompileReason]:
    """Return the reasons for which another entry that did not fit was made, too.

    The new entry is then like that other entry in this, and differs from it otherwise.
    """
    entries = _made_for(frame)
    failed = {str(one.failed): _guard_of(one) for one in made.recompile}
    return {
        one
        for one in made.recompile
        for guard in [_guard_of(one)]
        if any(
            failed.get(entry, guard) != guard
            for entry in entries.get((str(one.failed), guard), ())
        )
    }


@once_each
def _made_for(frame: Frame) -> Mapping[tuple[str, _Guard], list[str]]:
    """Map the entry and guard that failed to the entries that were made for it."""
    found: dict[tuple[str, _Guard], list[str]] = {}
    for entry in frame.entries:
        for one in entry.recompile:
            key = str(one.failed), _guard_of(one)
            found.setdefault(key, []).append(str(entry.id))
    return found


def _guard_of(reason: RecompileReason) -> _Guard:
    """Return what the failed guard requires, without the value that it met."""
    asks = read_guard(reason.text).asks
    return asks.kind, asks.subject, asks.relation, asks.expected


def _of_nearest(frame: Frame, compilation: Compilation) -> Sequence[RecompileReason]:
    guards = frame_guards(frame)
    own = guards.of(compilation)
    near = nearest(guards, own) if own is not None else None
    if near is None:
        return _of_same_function(frame, compilation) or compilation.recompile
    of_nearest = _reasons_of(compilation, near.compilation)
    for reason in of_nearest:
        open_one = _made_open(frame, near.compilation, reason, compilation)
        of_open = _reasons_of(compilation, open_one) if open_one is not None else []
        # An entry for any size excludes the sizes 0 and 1.
        is_small = any(read_guard(one.text).asks.excludes_small for one in of_open)
        if of_open and not is_small:
            return of_open
    return of_nearest or compilation.recompile[:1]


def _of_same_function(frame: Frame, made: Compilation) -> list[RecompileReason]:
    """Return the reason why an entry for the same function did not fit.

    Functions that share a decorator's code share its entries.  Why an entry for another
    function did not fit says nothing.  torch tells the newest entry first.
    """
    if not frame.is_shared or made.instance is None:
        return []
    alike = {
        str(one.id)
        for one in frame.entries
        if one.instance is not None and one.instance.owner == made.instance.owner
    }
    return [one for one in made.recompile if str(one.failed) in alike][:1]


def _reasons_of(made: Compilation, failed: Compilation) -> list[RecompileReason]:
    """Return the reasons for recompile `made` that are about entry `failed`."""
    return [one for one in made.recompile if str(one.failed) == str(failed.id)]


def _made_open(
    frame: Frame, near: Compilation, reason: RecompileReason, made: Compilation
) -> Compilation | None:
    """Return the entry that torch made dynamic because a size in `near` varied.

    That entry accepts all sizes of the tensor, so a later call did not fail because of
    the size.
    """
    size = read_guard(reason.text).asks
    if size.kind is not GuardKind.SIZE:
        return None
    for one in frame.compilations[: frame.compilations.index(made)]:
        if one.entry is None or not one.facts.all(ShapeSymbol):
            continue
        varied = (read_guard(other.text).asks for other in _reasons_of(one, near))
        if any(
            (other.kind, other.subject) == (size.kind, size.subject) for other in varied
        ):
            return one
    return None


def _chose_path(
    cause: Cause, failed: Compilation | None, made: Compilation
) -> Guard | None:
    """Return the guard on the value that made the new entry take another path.

    torch reports the first guard that failed.  If the new entry has no guard on that
    value, its code took another path.  Another value decided that: one for which both
    entries require a constant, but different ones.  None if that value is unclear.
    """
    if failed is None or made.entry is None or not made.guards_known:
        return None
    named = cause.literal or cause.source
    asked = {bare(one.asks.subject) for one in made.guards if one.asks.subject}
    if not named or bare(named) in asked:
        return None
    values = dict(_constants(made.guards))
    differ = [
        guard
        for guard in failed.guards
        for value, expected in _constants([guard])
        if values.get(value, expected) != expected
    ]
    chosen = {one.asks.value: one for one in differ}
    return differ[0] if len(chosen) == 1 else None


def _constants(guards: Sequence[Guard]) -> Iterator[tuple[str, str]]:
    """Yield the path and constant of each guard that requires a constant."""
    for guard in guards:
        asks = guard.asks
        if asks.value and requires_constant(asks):
            yield asks.value, asks.expected
