"""What is remarkable about a model, by rules: a rule looks at it and at all others.

The first `MOST` rules that have something to say make its line.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Mapping, Sequence

from gallery.facts import Model, place
from gallery.markdown import code, counted, escaped, size

MOST = 2
_FEW = 3  # models with a reason in common that are still worth naming
_SHARE = 0.8  # of all guards, or more, on one thing
_HEAVY = 3.0  # times the parameters' bytes saved for backward
_LARGE_SHARE = 0.25  # of all operators are one
# Figures that one model has most of, and how that is said.
_MOST: tuple[tuple[str, Callable[[Model], float], Callable[[Model], str]], ...] = (
    (
        "breaks",
        lambda m: m.count("breaks"),
        lambda m: counted(m.count("breaks"), "break"),
    ),
    (
        "graphs",
        lambda m: m.count("graphs"),
        lambda m: counted(m.count("graphs"), "graph"),
    ),
    (
        "recompiles",
        lambda m: m.count("recompiles"),
        lambda m: counted(m.count("recompiles"), "recompile"),
    ),
    ("guards", lambda m: m.count("guards"), lambda m: f"{m.count('guards'):,}{_on(m)}"),
    (
        "operators",
        lambda m: m.count("operators"),
        lambda m: f"{m.count('operators'):,}",
    ),
    ("kernels", lambda m: m.kernels, lambda m: f"{m.kernels:,}"),
    (
        "saved for backward",
        lambda m: m.count("saved_bytes"),
        lambda m: size(m.count("saved_bytes")),
    ),
)


@dataclass(frozen=True)
class All:
    """What rules compare a model with."""

    models: Sequence[Model]
    reasons: Counter[str]  # how many models have a break for it
    best: dict[str, str]  # the model that has most of a figure

    @classmethod
    def of(cls, models: Sequence[Model]) -> All:
        """Looks through all models once."""
        reasons = Counter(
            reason for model in models for reason in {b["reason"] for b in model.breaks}
        )
        best = {}
        for what, figure, _ in _MOST:
            ordered = sorted(models, key=figure, reverse=True)
            alone = len(ordered) > 1 and figure(ordered[0]) > figure(ordered[1])
            if alone:
                best[what] = ordered[0].name
        return cls(models, reasons, best)


def remarkable(model: Model, others: All) -> str:
    """Returns one line of Markdown, empty if no rule has anything to say."""
    said: list[str] = []
    for rule in RULES:
        for text in rule(model, others):
            if len(said) < MOST:
                said.append(text)
    line = "; ".join(said)
    return line[:1].upper() + line[1:]


def _failed(model: Model, _: All) -> Iterator[str]:
    for case, why in model.result.get("fails", {}).items():
        doing = "trains" if case == "train" else "runs"
        yield f"never {doing} compiled here, without depyf either: {escaped(why)}"


def _wrong(model: Model, _: All) -> Iterator[str]:
    faults = model.result.get("faults", [])
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        yield f"depyf has a fault here: {escaped(faults[0])}{more}"


def _rare_break(model: Model, others: All) -> Iterator[str]:
    seen: set[str] = set()
    for one in model.breaks:
        reason = one["reason"]
        count = others.reasons[reason]
        if reason in seen or count > _FEW:
            continue
        seen.add(reason)
        who = "the only one" if count == 1 else f"one of {count}"
        yield f"{who} with a break for “{escaped(reason)}”, at {shown(one)}"


def _break_in_loop(model: Model, _: All) -> Iterator[str]:
    graphs = model.count("graphs")
    for one in model.breaks:
        times = one.get("times", 1)
        if times > 1:
            yield (
                f"one break, at {shown(one)}, is met {times} times: "
                f"{counted(graphs, 'graph')} in all"
            )


def _superlative(model: Model, others: All) -> Iterator[str]:
    for what, _, words in _MOST:
        if others.best.get(what) == model.name:
            yield f"most {what}: {words(model)}"


def _recompiled(model: Model, _: All) -> Iterator[str]:
    for one in model.figures.get("recompiles", ())[:1]:
        because = one["because"][:1]
        if because:
            of = code(one["of"])
            yield f"{of} is compiled again because of {code(because[0])}"


def _common_break(model: Model, others: All) -> Iterator[str]:
    for one in model.breaks[:1]:
        shared = others.reasons[one["reason"]]
        reason = escaped(one["reason"])
        yield f"breaks at {shown(one)}: “{reason}”, as in {shared} models"


def _left_as_it_is(model: Model, _: All) -> Iterator[str]:
    for one in model.figures.get("skipped", ())[:1]:
        yield f"{code(one['of'])} is left as it is: {escaped(one['why'])}"


def _heavy(model: Model, _: All) -> Iterator[str]:
    if model.saved_ratio >= _HEAVY:
        yield f"saves {model.saved_ratio:.1f} times what its parameters weigh"


def _equal(model: Model, _: All) -> Iterator[str]:
    graphs = model.count("graphs")
    for name, count in model.figures.get("equal_modules", {}).items():
        if count > _FEW and graphs:
            yield f"{count} equal {code(name)}: {counted(graphs, 'graph')}"


def _guarded(model: Model, _: All) -> Iterator[str]:
    on = _on(model)
    if on:
        yield f"{model.count('guards'):,} guards{on}"


def _one_operator(model: Model, _: All) -> Iterator[str]:
    total = model.count("operators")
    for name, count in model.most("most_used"):
        if count >= _LARGE_SHARE * total:
            yield f"{count:,} of {total:,} operators are {code(name)}"


def _on(model: Model) -> str:
    """Returns what most guards of a model look at, if most do."""
    total = model.count("guards")
    for about, count in model.most("guards_about"):
        if count >= _SHARE * total:
            return f", {count:,} of them on {about}"
    return ""


def shown(one: Mapping[str, Any]) -> str:
    """Returns the line of a break, and where it is."""
    text = one.get("text")
    return f"{code(text)} ({escaped(place(one))})" if text else escaped(place(one))


RULES: tuple[Callable[[Model, All], Iterator[str]], ...] = (
    _failed,
    _wrong,
    _rare_break,
    _break_in_loop,
    _superlative,
    _recompiled,
    _common_break,
    _left_as_it_is,
    _heavy,
    _one_operator,
    _equal,
    _guarded,
)
