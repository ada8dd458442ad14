"""Write the results of `depyf cure`: the patch, the figures as JSON, and a page."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from depyf.curing.search import Verdict
from depyf.curing.seen_lines import seen_json, seen_lines
from depyf.reading.held_folder import HeldFolder

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.curing.cure import Cured
    from depyf.curing.search import Attempt
    from depyf.curing.trial import Measure

PATCH, FIGURES, PAGE = "cure.patch", "cure.json", "cure.md"
_SCHEMA = 1


def write(cured: Cured, folder: Path) -> None:
    """Write the three files into a folder."""
    held = HeldFolder(folder)
    held.make()
    texts = {
        PATCH: cured.files.patch(),
        FIGURES: json.dumps(figures(cured), indent=1, sort_keys=True) + "\n",
        PAGE: page(cured),
    }
    for name, text in texts.items():
        held.replace(name, text.encode("utf-8"))


def figures(cured: Cured) -> dict[str, Any]:
    """Return what ``cure.json`` holds."""
    return {
        "schema": _SCHEMA,
        "before": cured.before.figures() if cured.before else None,
        "after": cured.after.figures() if cured.after else None,
        "remarks": list(cured.remarks),
        "edits": [_edit(one, cured.files.root) for one in cured.attempts],
        "values": [seen_json(one, cured.files.root) for one in cured.sightings],
    }


def _edit(one: Attempt, root: str) -> dict[str, Any]:
    file, line = one.steps[0].place
    return {
        "finding": one.steps[0].finding,
        "file": os.path.relpath(file, root),
        "line": line,
        "what": one.what,
        "patch": one.patch,
        "verdict": one.verdict.value,
        "before": one.before.figures(),
        "after": one.after.figures() if one.after else None,
        "why": one.why,
    }


def table(cured: Cured) -> list[str]:
    """Return the lines that the command prints: what was tried, what it did."""
    rows = [
        (one.verdict.value, _place(one, cured.files.root), _what(one), one.why)
        for one in cured.attempts
    ]
    lines = [*cured.remarks]
    for one in cured.sightings:
        lines += [f"{one.value} of {one.function}:"]
        lines += [f"  {line}" for line in seen_lines(one, cured.files.root)]
    if rows:
        widths = [max(len(row[n]) for row in rows) for n in range(2)]
        for verdict, place, what, why in rows:
            lines.append(f"{verdict:{widths[0]}}  {place:{widths[1]}}  {what}: {why}")
    return [*lines, *_summary(cured)]


def _summary(cured: Cured) -> Iterator[str]:
    before, after = cured.before, cured.after
    if before is None or after is None:
        return
    kept = len(cured.kept)
    if kept:
        yield f"{kept} of {len(cured.attempts)} edits kept: {changed(before, after)}"
    elif cured.attempts:
        yield f"None of {len(cured.attempts)} edits helps; the program stays as it is."
    elif before.trouble == 0:
        yield "No graph breaks, recompiles or failures: there is nothing to cure."
    else:
        yield "No edit was tried; findings are in runs/run_0/dump/index.md."


def changed(before: Measure, after: Measure, whole: str = "whole run") -> str:
    """Return what two runs came to: ``graph breaks 5 -> 0, recompiles 3 -> 1``.

    Args:
        before: the figures of one run.
        after: those of another.
        whole: what the seconds of a run are those of.
    """
    pairs = (
        ("failed compilations", before.failures, after.failures),
        ("graph breaks", before.graph_breaks, after.graph_breaks),
        ("recompiles", before.recompiles, after.recompiles),
        ("functions as plain Python", before.plain_functions, after.plain_functions),
    )
    words = [f"{name} {one} -> {two}" for name, one, two in pairs if one or two]
    words.append(
        f"compile time {before.compile_seconds:.1f} s -> {after.compile_seconds:.1f} s"
    )
    words.append(f"{whole} {before.seconds:.1f} s -> {after.seconds:.1f} s")
    return ", ".join(words)


def _place(one: Attempt, root: str) -> str:
    file, line = one.steps[0].place
    return f"{os.path.relpath(file, root)}:{line}"


def _what(one: Attempt) -> str:
    return one.what


def page(cured: Cured) -> str:
    """Return ``cure.md``."""
    lines = ["# What depyf tried", ""]
    lines += [f"{remark}\n" for remark in cured.remarks]
    lines += [f"{one}\n" for one in _summary(cured)]
    if cured.kept:
        lines += [
            f"Apply all kept edits in the program's folder with `git apply {PATCH}` or "
            f"`patch -p1 < {PATCH}`.",
            "",
        ]
    lines += _values(cured)
    lines += _section("Kept", cured.kept)
    for verdict in (
        Verdict.HARMFUL, Verdict.NO_EFFECT, Verdict.NOT_APPLICABLE,
        Verdict.OUT_OF_BUDGET,
    ):  # fmt: skip
        found = [one for one in cured.attempts if one.verdict is verdict]
        title = verdict.value[0].upper() + verdict.value[1:]
        lines += _section(title, found)
    return "\n".join(lines).rstrip() + "\n"


def _values(cured: Cured) -> Iterator[str]:
    if not cured.sightings:
        return
    yield "## Where the values come from"
    yield ""
    yield "Seen in a run without torch.compile, of which the output was not compared."
    yield ""
    for one in cured.sightings:
        yield f"- **`{one.value}` of `{one.function}`**"
        for line in seen_lines(one, cured.files.root, mark="`"):
            yield f"  - {line}"
    yield ""


def _section(title: str, attempts: Sequence[Attempt]) -> Iterator[str]:
    if not attempts:
        return
    yield f"## {title}"
    yield ""
    for one in attempts:
        yield f"- **{one.steps[0].finding}**"
        yield f"  {_what(one)}: {one.why}."
        if one.patch:
            yield ""
            fence = "```"
            while fence in one.patch:
                fence += "`"
            yield f"  {fence}diff"
            yield from (f"  {line}" for line in one.patch.rstrip().splitlines())
            yield f"  {fence}"
        yield ""
