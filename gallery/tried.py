"""What the pages say of the edits that `depyf cure` tried on models of the gallery."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Iterator, Mapping

from gallery.markdown import counted, escaped, first_of, prose

if TYPE_CHECKING:
    from gallery.facts import Model
    from gallery.results import Results

PAGE = "cures.md"
_ABOUT = """\
# Edits that were tried

`python -m gallery.cures` ran `depyf cure` on models of [the gallery](index.md) that
have graph breaks or recompiles. It compiled them with `aot_eager`. That backend has the
same breaks, and takes less time than Inductor.

- depyf may edit `one.py`, which calls the model, and the gallery's own models.
  It does not edit a library.
- An edit is kept if a figure is better, and sums of what the model computes differ by
  rounding only.
- *out of budget* means that the time for one model was over. The machine was busy.
- Figures are of two calls. Seconds are from one machine and vary from run to run.
"""
_WORDS = {
    "graph_breaks": "graph breaks",
    "recompiles": "recompiles",
    "plain_functions": "functions as plain Python",
    "failures": "failed compilations",
}
KEPT = "kept"
_NAMED = 3  # models in one cell


def page(cures: Results) -> str:
    """Returns the page with each edit, and what it did."""
    verdicts = Counter(
        edit["verdict"] for one in cures.values() for edit in one["edits"]
    )
    kept = sum(any(_kept(one)) for one in cures.values())
    total = (
        f"{counted(len(cures), 'model')}: {kept} with an edit that was kept. "
        f"{counted(sum(verdicts.values()), 'edit')}: "
        + ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
        + "."
    )
    sections = ["\n".join(_section(name, cures[name])) for name in sorted(cures)]
    return "\n".join([_ABOUT, total + "\n", *sections]).rstrip("\n") + "\n"


def _kept(one: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (edit for edit in one["edits"] if edit["verdict"] == KEPT)


def _section(name: str, one: Mapping[str, Any]) -> Iterator[str]:
    yield f"## {escaped(name)}\n"
    yield f"{_outcome(one)}\n"
    for edit in one["edits"]:
        yield f"**{edit['verdict']}**: {prose(edit['what'])} ({_why(edit)})\n"
        if edit["verdict"] == KEPT:
            yield f"```diff\n{edit['patch'].rstrip()}\n```\n"


def remark(name: str, cures: Results) -> str:
    """Returns what a model's own page says, empty if nothing was tried."""
    if name not in cures:
        return ""
    return f"{_outcome(cures[name])} [The edits](../{PAGE}#{name})."


def _outcome(one: Mapping[str, Any]) -> str:
    """Returns what all edits that were kept did together, as a dump says it."""
    if not one["edits"]:
        return "depyf proposed no edit."
    if not any(_kept(one)):
        return "Tried: no edit was kept."
    before, after = one["before"], one["after"]
    steps = [
        f"{words} {before[figure]} -> {after[figure]}"
        for figure, words in _WORDS.items()
        if before.get(figure) != after.get(figure)
    ]
    seconds = f"{before['compile_seconds']} s -> {after['compile_seconds']} s compiling"
    return f"Tried: {', '.join([seconds, *steps])}, same output."


def _why(edit: Mapping[str, Any]) -> str:
    return escaped(f"{edit['finding']}; {edit['why']}")


def cell(reason: str, models_with: Mapping[str, Model], cures: Results) -> str:
    """Returns what came of the edits for one reason of breaks, for a table.

    Args:
        reason: torch's reason.
        models_with: the models that have a break for it.
        cures: what was tried, by model.
    """
    outcomes: dict[str, list[str]] = {}
    for name, model in models_with.items():
        if name in cures:
            for outcome in _outcomes(reason, model, cures[name]):
                outcomes.setdefault(outcome, []).append(
                    f"[{escaped(name)}]({PAGE}#{name})"
                )
    said = (
        f"{first_of(names, _NAMED)}: {outcome}" for outcome, names in outcomes.items()
    )
    return "; ".join(said) or "not tried"


def _outcomes(reason: str, model: Model, one: Mapping[str, Any]) -> list[str]:
    """Returns the edits for the lines that have a break for a reason."""
    spots = {
        f"{one_break['file'].rpartition('/')[2]}:{one_break['line']}"
        for one_break in model.breaks
        if one_break["reason"] == reason and one_break.get("line")
    }
    # A finding may name the line that calls the library. With one reason it is clear.
    is_only = len({one_break["reason"] for one_break in model.breaks}) == 1
    found = [
        f"{edit['verdict']} {prose(edit['what'])}"
        for edit in one["edits"]
        if edit["finding"].rpartition(" ")[2] in spots
        or (is_only and "graph break" in edit["finding"])
    ]
    return list(dict.fromkeys(found)) or ["no edit at this line"]
