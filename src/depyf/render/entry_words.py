"""Describe what an entry requires and how it differs from another, on one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.model.entry_guards import (
    SETTINGS,
    changes,
    frame_guards,
    nearest,
    tensors,
)
from depyf.model.families import fold
from depyf.model.findings.causes import Scope, cause_of
from depyf.model.guard_fact import FUNCTION, INPUTS, OBJECTS, STATE, VALUES
from depyf.model.wording import counted
from depyf.render.fitting import WIDTH, fitted
from depyf.render.places import place
from depyf.torch_text.names import (
    is_stack_value,
    resumed_function,
    stack_value,
    with_stack_values,
)
from depyf.torch_text.questions import Form

if TYPE_CHECKING:
    from depyf.model.entry_guards import Change
    from depyf.model.run import Compilation, Frame

_ROOM = 40  # characters for text in front, such as indentation


def takes_words(frame: Frame, compilation: Compilation) -> str:
    """Return the inputs and values that an entry accepts; empty if unknown."""
    own = frame_guards(frame).of(compilation)
    if own is None:
        return ""
    items: list[str] = []
    by_shape: dict[str, list[str]] = {}
    for subject, words in tensors(own.facts.of(INPUTS)):
        by_shape.setdefault(words.replace("torch.", ""), []).append(subject)
    for words, subjects in by_shape.items():
        shape = _plain_sizes(words)
        items += [f"`{family.ranges}` `{shape}`" for family in fold(subjects)]
    values = own.facts.of(VALUES)
    items += [f"`{family.ranges}`" for family in fold(fact.text for fact in values)]
    return stack_named(fitted("", items, "{} more", WIDTH - _ROOM), frame)


def stack_named(words: str, frame: Frame) -> str:
    """Replace torch's variables for values that cross a graph break by readable names.

    Such a value is named after the expression and the line that computed it, as in
    ``f(x) of a.py:7``, or ``result of a.py:7`` if the expression is unknown.
    """
    if not resumed_function(frame.co_name):
        return words
    made_at = place(frame.file, frame.first_line)
    known = [*filter(is_stack_value, frame_guards(frame).variables)]

    def named(number: int) -> str:
        numbered = f"result{f' {number + 1}' if len(known) > 1 else ''}"
        return f"{frame.crossing.get(stack_value(number), numbered)} of {made_at}"

    return with_stack_values(words, named)


def stack_names(frame: Frame) -> dict[str, str]:
    """Map each variable for a value that crosses a graph break to its words."""
    known = filter(is_stack_value, frame_guards(frame).variables)
    return {one: words for one in known if (words := stack_named(one, frame)) != one}


def _plain_sizes(words: str) -> str:
    """Return ``float32 [4, 8]`` for ``torch.float32, [4, 8]``."""
    return words.replace("torch.", "").replace(", [", " [", 1)


def difference_words(frame: Frame, compilation: Compilation) -> str:
    """Return ``as entry 0 but `x`: [4, 8] -> [s0, 8]``; empty if unknown.

    The entry is compared with the most similar earlier entry.  What failed there comes
    first.
    """
    guards = frame_guards(frame)
    own = guards.of(compilation)
    before = nearest(guards, own) if own is not None else None
    if own is None or before is None or before.compilation.entry is None:
        return ""
    found = changes(before, own)
    failed = _failed(frame, compilation, before.compilation)
    types = {f"type({path})" for path in failed}
    rest = [c for c in found if _is_internal(c) and c.subject not in types]
    told = [c for c in found if c.subject in failed | types and c not in rest]
    listed = _changes([*told, *(c for c in found if c not in told and c not in rest)])
    number = before.compilation.entry.index
    if not found:
        return _backend_words(compilation, number) or (
            f"like entry {number}, with the same guards"
        )
    if rest and listed:
        number_left = counted(len(rest), "condition")
        listed.append(f"{number_left} on objects, dict keys and torch's state")
    elif rest:
        listed = _changes(rest)
    words = fitted(f"as entry {number} but ", listed, "{} more", WIDTH - _ROOM)
    return stack_named(words, frame)


def _failed(frame: Frame, made: Compilation, before: Compilation) -> set[str]:
    """Return the subjects of the guards of an entry that failed before a recompile."""
    causes = (
        cause_of(reason, frame, before)
        for reason in made.recompile
        if str(reason.failed) == str(before.id)
    )
    return {SETTINGS if one.scope is Scope.STATE else one.source for one in causes}


def _backend_words(compilation: Compilation, number: int) -> str:
    """Return words for an entry that another backend compiled; otherwise empty."""
    asked = (one.guard.asks for one in compilation.recompile)
    told = next((one for one in asked if one.form == Form.BACKEND), None)
    if told is None or not told.actual:
        return ""
    other = "another" if told.expected == told.actual else "the"
    return f"as entry {number} but with {other} backend `{told.actual}`"


def _is_internal(change: Change) -> bool:
    """Return whether a change concerns only torch's internals."""
    if change.fact.before == FUNCTION:
        return False
    if change.before and change.before == change.after:
        is_whole = change.before == change.fact.text
        return is_whole and not change.before.startswith("same_object(")
    return change.fact.category in {OBJECTS, STATE}


def _changes(found: Sequence[Change]) -> list[str]:
    """Return the changes in words; equal changes of several subjects are merged."""
    subjects: dict[tuple[str, str], list[str]] = {}
    for change in found:
        key = _without(change.before, change), _without(change.after, change)
        subjects.setdefault(key, []).append(change.subject)
    words = []
    for (before, after), names in subjects.items():
        for family in fold(names):
            if before and after:
                change_text = f"{before} -> {after}"
                if before == after:
                    of_name = "" if _HERE in before else f"`{before}` as "
                    words.append(f"another {of_name}`{family.ranges}`")
                elif _HERE in change_text:
                    words.append(f"`{change_text.replace(_HERE, family.ranges)}`")
                else:
                    words.append(f"`{family.ranges}: {change_text}`")
            else:
                condition = (after or before).replace(_HERE, family.ranges)
                words.append(f"`{condition}`" if after else f"no `{condition}`")
    return words


_HERE = "\0"


def _without(text: str, change: Change) -> str:
    """Replace the subject in a change's text by a mark, to merge equal changes."""
    whole = change.subject and (
        text == change.fact.text or text.startswith(f"{change.subject}: ")
    )
    return text.replace(change.subject, _HERE, 1) if whole else text


def guard_words(frame: Frame) -> str:
    """Return how many guards the entries of a function have.

    The time that torch reports for checking them is left out.  Torch measures it
    once for each entry with cold caches, so it is many times the cost in a call.
    """
    counts = [len(one.guards) for one in frame.entries if one.guards_known]
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    number = f"{low}" if low == high else f"{low} to {high}"
    words = f"{number} guard{'' if high == 1 else 's'}"
    return f"{words} an entry" if len(counts) > 1 else words
