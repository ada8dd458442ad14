"""What another release of torch makes of the same models."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence

from gallery.facts import models
from gallery.markdown import code, counted, escaped, first_of, size, table

if TYPE_CHECKING:
    from gallery.facts import Model
    from gallery.results import Results

_MOST_NAMED = 5
_FIGURES = ("breaks", "recompiles", "graphs", "guards", "operators", "kernels", "saved")
_KINDS_TOLD = 6
_NOTICED = 0.1  # a kind of guard whose number changed by less is not told of


@dataclass(frozen=True)
class Pair:
    """One model on two releases."""

    before: Model
    after: Model

    @property
    def name(self) -> str:
        """Returns the name of the model."""
        return self.before.name

    @property
    def slower(self) -> float | None:
        """Returns how many times longer it took, None if that cannot be said."""
        same = self.before.result.get("machine") == self.after.result.get("machine")
        if not same or not self.before.seconds:
            return None
        return self.after.seconds / self.before.seconds

    @property
    def changes(self) -> bool:
        """Returns whether any figure is another, times left out."""
        return any(
            figure(self.before, what) != figure(self.after, what) for what in _FIGURES
        ) or bool(self.gone or self.new)

    @property
    def gone(self) -> Counter[tuple[str, str]]:
        """Returns the breaks that are no more: reason, and function."""
        return _breaks(self.before) - _breaks(self.after)

    @property
    def new(self) -> Counter[tuple[str, str]]:
        """Returns the breaks that were none."""
        return _breaks(self.after) - _breaks(self.before)


def figure(model: Model, what: str) -> int:
    """Returns one of the figures that are compared."""
    if what == "kernels":
        return model.kernels
    return model.count("saved_bytes" if what == "saved" else what)


def pairs(before: Results, after: Results) -> list[Pair]:
    """Returns the models that can be compared.

    Both ran, the same case, of the same row, with the same release of its library:
    what differs is torch's.
    """
    newer = {model.name: model for model in models(after)}
    return [
        Pair(old, newer[old.name])
        for old in models(before)
        if old.name in newer and _comparable(old, newer[old.name])
    ]


def _comparable(old: Model, new: Model) -> bool:
    return (
        bool(old.figures and new.figures)
        and old.case == new.case
        and _library(old.result) == _library(new.result)
        and old.result["made_of"]["row"] == new.result["made_of"]["row"]
    )


def _library(result: Mapping[str, Any]) -> str:
    library = result.get("library", "torch")
    return (
        "" if library == "torch" else str(result.get("versions", {}).get(library, ""))
    )


def _breaks(model: Model) -> Counter[tuple[str, str]]:
    """Returns what breaks a model: reason, and place."""
    return Counter({(one["reason"], _place(one)): 1 for one in model.breaks})


def _place(one: Mapping[str, Any]) -> str:
    """Returns where a break is, the same on both releases.

    Lines of torch move between releases, functions do not.  Elsewhere it is the other
    way round: lines are of one release of a library, and a comprehension is a function
    on some Pythons only.
    """
    file = str(one["file"])
    if file.startswith("torch/"):
        return f"{file}, {one.get('function', '')}"
    return f"{file}:{one.get('line', '')}"


def section(old: str, new: str, before: Results, after: Results) -> str:
    """Returns what changed from one release to the next: sentences, then a table."""
    compared = pairs(before, after)
    title = f"## From torch {old} to {new}"
    if not compared:
        return f"{title}\n\nNo model has run on both yet.\n"
    changed = [pair for pair in compared if pair.changes]
    sentences = "\n".join(f"- {text}" for text in summary(compared, before, after))
    parts = [title, sentences]
    if changed:
        parts.append("Models of which a figure is another, as *before → after*:")
        parts.append(_table(changed))
    return "\n\n".join(parts) + "\n"


def summary(compared: Sequence[Pair], before: Results, after: Results) -> Iterator[str]:
    """Yields what changed over all models, in sentences."""
    changed = sum(pair.changes for pair in compared)
    both = counted(len(compared), "model")
    yield f"{both} ran on both releases; the figures of {changed} differ."
    yield from _told_pythons(compared)
    yield from _runs(before, after)
    gone = [(pair.name, pair.gone) for pair in compared]
    new = [(pair.name, pair.new) for pair in compared]
    yield from _told_breaks(("no longer breaks", "no longer break"), gone)
    yield from _told_breaks(("now breaks", "now break"), new)
    for what in _FIGURES[1:]:
        yield from _told_sum(what, compared)
    yield from _told_guard_kinds(compared)
    yield from _told_time(compared)


def _told_pythons(compared: Sequence[Pair]) -> Iterator[str]:
    """Yields that the Pythons differ: Dynamo's guards and breaks may, with them."""
    old, new = (
        sorted({str(one.result.get("versions", {}).get("python", "")) for one in side})
        for side in (
            [pair.before for pair in compared],
            [pair.after for pair in compared],
        )
    )
    if old != new:
        yield (
            f"The former ran on Python {', '.join(old)}, the latter on "
            f"{', '.join(new)}: some of what differs may be Python's."
        )


def _runs(before: Results, after: Results) -> Iterator[str]:
    for what, one, other in (
        ("run now and did not before", before, after),
        ("ran before and do not now", after, before),
    ):
        names = [
            name
            for name in sorted(set(before) & set(after))
            if one[name].get("fails") and not other[name].get("fails")
        ]
        if names:
            yield f"{counted(len(names), 'model')} {what}: {_named(names)}."


def _told_breaks(
    words: tuple[str, str], changes: Sequence[tuple[str, Counter[tuple[str, str]]]]
) -> Iterator[str]:
    by_reason: dict[str, list[str]] = {}
    for name, found in changes:
        for reason in sorted({reason for reason, _ in found}):
            by_reason.setdefault(reason, []).append(name)
    for reason, names in sorted(by_reason.items(), key=lambda item: -len(item[1])):
        count = counted(len(names), "model")
        verb = words[len(names) > 1]
        yield f"{count} {verb} for “{escaped(reason)}”: {_named(names)}."


def _told_sum(what: str, compared: Sequence[Pair]) -> Iterator[str]:
    old = sum(figure(pair.before, what) for pair in compared)
    new = sum(figure(pair.after, what) for pair in compared)
    more = sum(figure(p.after, what) > figure(p.before, what) for p in compared)
    less = sum(figure(p.after, what) < figure(p.before, what) for p in compared)
    if more or less:
        subject = "bytes saved for backward" if what == "saved" else what
        yield (
            f"{subject.capitalize()}: {_number(what, old)} → {_number(what, new)}"
            f"{_percent(old, new)}; more in {counted(more, 'model')}, fewer in {less}."
        )


def _told_guard_kinds(compared: Sequence[Pair]) -> Iterator[str]:
    old: Counter[str] = Counter()
    new: Counter[str] = Counter()
    for pair in compared:
        old.update(pair.before.figures.get("guard_kinds", {}))
        new.update(pair.after.figures.get("guard_kinds", {}))
    kinds = sorted({*old, *new}, key=lambda kind: (-abs(new[kind] - old[kind]), kind))
    told = [
        f"{code(kind)} {old[kind]:,} → {new[kind]:,}"
        for kind in kinds
        if abs(new[kind] - old[kind]) > _NOTICED * max(old[kind], 1)
    ]
    if told:
        yield f"Guards by kind: {', '.join(told[:_KINDS_TOLD])}."


def _told_time(compared: Sequence[Pair]) -> Iterator[str]:
    ratios = sorted(pair.slower for pair in compared if pair.slower is not None)
    if ratios:
        middle, measured = ratios[len(ratios) // 2], counted(len(ratios), "model")
        yield (
            "Processor time to compile, without the C++ compiler: the median model "
            f"takes {middle:.2f} times as long ({measured} measured on one machine; "
            f"{ratios[0]:.2f} to {ratios[-1]:.2f})."
        )


def _table(changed: Sequence[Pair]) -> str:
    head = ["model", "breaks gone", "breaks new", *_FIGURES[1:], "time"]
    rows = [
        [
            pair.name,
            _cell(pair.gone),
            _cell(pair.new),
            *(_change(pair, what) for what in _FIGURES[1:]),
            "" if pair.slower is None else f"{pair.slower:.2f}",
        ]
        for pair in changed
    ]
    return table(head, rows, len(_FIGURES))


def _cell(found: Counter[tuple[str, str]]) -> str:
    return "; ".join(f"{escaped(why)} ({escaped(at)})" for why, at in sorted(found))


def _change(pair: Pair, what: str) -> str:
    old, new = figure(pair.before, what), figure(pair.after, what)
    if old == new:
        return _number(what, old)
    return f"{_number(what, old)} → {_number(what, new)}"


def _number(what: str, value: int) -> str:
    return size(value) if what == "saved" else f"{value:,}"


def _percent(old: int, new: int) -> str:
    return f" ({100 * (new - old) / old:+.0f} %)" if old else ""


def _named(names: Sequence[str]) -> str:
    return first_of([*map(code, names)], _MOST_NAMED)
