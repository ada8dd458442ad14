"""What one entry demands and how it differs from another, in a line each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Sequence

from depyf.model.access_paths import path_names, paths_of
from depyf.model.entry_guards import changes, frame_guards, nearest, tensors
from depyf.model.families import Family, fold
from depyf.model.file_names import resumed_function
from depyf.model.guard_facts import INPUTS, OBJECTS, STATE, VALUES
from depyf.render.fitting import WIDTH, fitted
from depyf.render.places import place

if TYPE_CHECKING:
    from depyf.model.entry_guards import Change
    from depyf.model.events import ShapeSymbol
    from depyf.model.run import Compilation, Frame

_STACK = re.compile(r"\b___stack\d+\b")
_ROOM = 40  # for what stands in front, such as indentation


def takes_words(frame: Frame, compilation: Compilation) -> str:
    """Return which inputs and values an entry is for; nothing where that is unknown."""
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
    return _stack_named(fitted("", items, "{} more", WIDTH - _ROOM), frame)


def _stack_named(words: str, frame: Frame) -> str:
    """Return words with what crosses a graph break named by the line that made it."""
    if not resumed_function(frame.co_name):
        return words
    return _STACK.sub(f"result of {place(frame.file, frame.first_line)}", words)


def _plain_sizes(words: str) -> str:
    """Return ``float32[4, 8]`` for ``float32, [4, 8]``."""
    return words.replace("torch.", "").replace(", [", " [", 1)


def difference_words(frame: Frame, compilation: Compilation) -> str:
    """Return ``as entry 0 but `x`: [4, 8] -> [s0, 8]``; nothing where unknown.

    Against the earlier entry that is nearest to it.
    """
    guards = frame_guards(frame)
    own = guards.of(compilation)
    before = nearest(guards, own) if own is not None else None
    if own is None or before is None or before.compilation.entry is None:
        return ""
    told = changes(before, own)
    shown = _changes([c for c in told if c.fact.category not in {OBJECTS, STATE}])
    rest = [c for c in told if c.fact.category in {OBJECTS, STATE}]
    number = before.compilation.entry.index
    if not told:
        return f"demands what entry {number} does"
    if rest:
        what = "objects and torch's state" if shown else "objects or torch's state only"
        more = (
            f"{len(rest)} {'condition' if len(rest) == 1 else 'conditions'} on {what}"
        )
        shown = [*shown, more] if shown else _changes(rest)
    words = fitted(f"as entry {number} but ", shown, "{} more", WIDTH - _ROOM)
    return _stack_named(words, frame)


def _changes(found: Sequence[Change]) -> list[str]:
    """Return changes, those of one kind of several subjects as one."""
    subjects: dict[tuple[str, str], list[str]] = {}
    for change in found:
        key = _without(change.before, change), _without(change.after, change)
        subjects.setdefault(key, []).append(change.subject)
    words = []
    for (before, after), names in subjects.items():
        for family in fold(names):
            if before and after:
                words.append(f"`{family.ranges}: {before} -> {after}`")
            else:
                said = (after or before).replace(_HERE, family.ranges)
                words.append(f"`{said}`" if after else f"no `{said}`")
    return words


_HERE = "\0"


def _without(text: str, change: Change) -> str:
    """Return what a change says with its subject left out, so that it may fold."""
    whole = change.subject and (
        text == change.fact.text or text.startswith(f"{change.subject}: ")
    )
    return text.replace(change.subject, _HERE, 1) if whole else text


def guard_words(frame: Frame) -> str:
    """Return how many guards the entries have, and how quickly they were checked.

    torch times them once for each entry, with cold caches: the quickest of several is
    nearest to what a call pays; a single figure is noise and not told.
    """
    counts = [len(one.guards) for one in frame.entries if one.guards_known]
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    number = f"{low}" if low == high else f"{low} to {high}"
    times = [
        metrics.counts["guard_latency_us"]
        for one in frame.entries
        for metrics in one.metrics
        if not metrics.backward and "guard_latency_us" in metrics.counts
    ]
    words = f"{number} guard{'' if high == 1 else 's'}"
    words += " an entry" if len(counts) > 1 else ""
    return f"{words}, {min(times)} µs to check at best" if len(times) > 2 else words


def size_lines(compilation: Compilation) -> list[str]:
    """Return the sizes and numbers that may vary, those of one kind in one line."""
    names = path_names(p for s in compilation.symbols for p in paths_of(s.source))
    sizes = [s for s in compilation.symbols if ".size()[" in s.source]
    numbers = [s for s in compilation.symbols if s.source and s not in sizes]
    unknown = [s for s in compilation.symbols if not s.source]
    lines = []
    for what, found in (("sizes", sizes), ("numbers", numbers)):
        if found:
            shown = _symbols(found, names.in_text)
            lines.append(
                fitted(f"{what} that may vary: ", shown, "{} more", WIDTH - _ROOM)
            )
    if unknown:
        shown = [f"`{symbol.symbol}`" for symbol in unknown]
        lines.append(
            fitted("known only when it runs: ", shown, "{} more", WIDTH - _ROOM)
        )
    return lines


def _symbols(found: Sequence[ShapeSymbol], named: object) -> list[str]:
    """Return symbols with what they stand for; those that differ in numbers as one."""
    say = named if callable(named) else str
    by_path = {str(say(symbol.source)): symbol for symbol in found}
    words = []
    folded = (
        few
        for family in fold(by_path)
        for few in ([family] if family.size > _FEW else map(_alone, family.members()))
    )
    for family in folded:
        members = family.members()
        symbol = by_path[members[0]]
        values = list(dict.fromkeys(by_path[one].value for one in members))
        first = f", {values[0]} at first" if len(values) == 1 and values[0] else ""
        name = f"`{symbol.symbol}` = " if len(members) == 1 else ""
        count = f" ({len(members)}{first})" if len(members) > 1 else ""
        bounds = _bounds(symbol) if len(members) == 1 else ""
        words.append(f"{name}`{family.ranges}`{count or first}{bounds}")
    return _by_last_name(words) if len(words) > _MANY_PATHS else words


_MANY_PATHS, _FEW = 6, 2


def _alone(text: str) -> Family:
    return Family((text,))


def _by_last_name(words: Sequence[str]) -> list[str]:
    """Return paths that end alike as one, with their number."""
    ends: dict[str, list[str]] = {}
    for word in words:
        path = word.rpartition("` = `")[2].strip("`").partition("`")[0]
        ends.setdefault(path.rpartition("].")[2].rpartition(".")[2] or path, []).append(
            word
        )
    shown = []
    for end, listed in ends.items():
        if len(listed) > 2:
            last = listed[0].rpartition(end)[0].rpartition(".")[0].rpartition(".")[2]
            shown.append(f"{len(listed)} of the form `...{last and f'{last}.'}{end}`")
        else:
            shown += listed
    return shown


def _bounds(symbol: ShapeSymbol) -> str:
    bounds = symbol.value_range.replace("int_oo", "∞").replace("oo", "∞")
    if not bounds or bounds in {"[2, ∞]", "[-∞, ∞]", "[0, ∞]"}:
        return ""
    return f", in `{bounds}`"
