"""Write the results of `depyf cure`: a patch, figures as JSON, and a page."""

from __future__ import annotations

import json
import os
import stat
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from depyf.curing.trial import is_run
from depyf.curing.verdicts import Verdict
from depyf.model.edit_tried import CureSummary, changed_counts, recompiles_alone
from depyf.model.file_names import CURE_FIGURES, CURE_PAGE, CURE_PATCH, CURE_RUNS
from depyf.model.findings.tried import is_slower
from depyf.model.own_files import ASIDE, kept_words, make_room
from depyf.model.wording import counted, shortened
from depyf.reading.held_folder import HeldFolder

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.curing.attempts import Attempt
    from depyf.curing.cure import Cured
    from depyf.curing.trial import Measure
    from depyf.model.events import SourceLine
    from depyf.model.value_seen import SeenForm, ValueSeen

_SCHEMA = 1
# `git apply` and `patch` skip text before the first file.
_PATCH_HEAD = "# Edits that `depyf cure` kept.\n"


def write(cured: Cured, folder: Path) -> list[str]:
    """Write the three files into a folder; return sentences on renamed user files.

    Raises:
        OSError: a file cannot be renamed or written.
    """
    held = HeldFolder(folder)
    held.make()
    patch = cured.files.patch()
    texts = {
        CURE_PATCH: f"{_PATCH_HEAD}{patch}" if patch else "",
        CURE_FIGURES: json.dumps(figures(cured), indent=1, sort_keys=True) + "\n",
        CURE_PAGE: page(cured),
    }
    kept = {name: make_room(held, name) for name in texts}
    for name, text in texts.items():
        held.replace(name, text.encode("utf-8", "backslashreplace"))
    return [kept_words(name, aside) for name, aside in kept.items() if aside]


def make_room_for_runs(folder: Path) -> list[str]:
    """Rename a folder ``runs`` of the user, because depyf writes to this name.

    Returns:
        A sentence about the renamed folder; nothing if it is depyf's or missing.

    Raises:
        OSError: the folder cannot be read or renamed.
    """
    held = HeldFolder(folder)
    held.make()
    status = held.status(CURE_RUNS)
    if status is None:
        return []
    if stat.S_ISDIR(status.st_mode) and all(
        map(is_run, (folder / CURE_RUNS).iterdir())
    ):
        return []
    return [kept_words(CURE_RUNS, held.put_aside(CURE_RUNS, ASIDE))]


def figures(cured: Cured) -> dict[str, Any]:
    """Return the content of ``cure.json``."""
    return {
        "schema": _SCHEMA,
        "before": cured.before.figures() if cured.before else None,
        "after": cured.after.figures() if cured.after else None,
        "remarks": list(cured.remarks),
        "edits": [_edit(one, cured.files.root) for one in cured.attempts],
        "values": [seen_json(one, cured.files.root) for one in cured.sightings],
    }


def _edit(one: Attempt, root: str) -> dict[str, Any]:
    file, line = one.place
    return {
        "finding": one.steps[0].finding,
        "file": os.path.relpath(file, root),
        "line": line or one.steps[-1].place[1],
        "what": one.what,
        "patch": one.patch,
        "verdict": one.verdict.value,
        "before": one.before.figures(),
        "after": one.after.figures() if one.after else None,
        "why": one.why,
    }


def table(cured: Cured) -> list[str]:
    """Return the lines that the command prints: the tried edits and their effects."""
    rows = [
        (one.verdict.value, _place(one, cured.files.root), one.what, one.why)
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
    return [*lines, *summary(cured)]


def summary(cured: Cured) -> Iterator[str]:
    """Yield sentences on how many edits were tried and kept, and what changed."""
    before, after = cured.before, cured.after
    if before is None or after is None:
        return
    kept = len(cured.kept)
    left = sum(one.verdict is Verdict.OUT_OF_BUDGET for one in cured.attempts)
    tried = len(cured.attempts) - left
    if kept:
        yield f"{kept} of {tried} edits kept: {changed(before, after)}"
        if recompiles_alone(before, after):
            yield "First compilations are the rest; their times vary from run to run."
        if is_slower(before.seconds, after.seconds):
            yield "The whole run took longer with the edits. Its time does not decide."
    elif tried:
        yield f"None of {tried} edits helps; the program stays as it is."
    elif left:
        yield "No edit was tried; the program stays as it is."
    elif before.trouble == 0:
        yield "No graph breaks, recompiles or failures: there is nothing to cure."
    else:
        yield "No edit was tried; findings are in runs/run_0/dump/index.md."
    if left:
        yield f"Not tried, as the time of `--budget` is up: {counted(left, 'edit')}."


def so_far(kept: Sequence[Attempt], number: int, root: str) -> CureSummary:
    """Return what a run with the first of the kept edits says about the next one.

    Args:
        kept: all kept edits, in order.
        number: how many of them the run has.
        root: the folder to which paths are relative.
    """
    one = kept[number]
    words = f"{one.what} ({_place(one, root)})"
    effect = one.why.partition("; ")[0]
    lines = (
        f"This run has {number} of {len(kept)} kept edits.",
        f"The next one: {words}: {effect}.",
    )
    return CureSummary(None, lines=lines, next_edit=words)


def changed(before: Measure, after: Measure, whole: str = "whole run") -> str:
    """Return the changed figures, such as ``graph breaks 5 -> 0, recompiles 3 -> 1``.

    Args:
        before: the figures of one run.
        after: the figures of another run.
        whole: the label of the duration of a run.
    """
    words = [*changed_counts(before, after, even_equal=True)]
    # The figures as dumps keep them: others would be rounded to another tenth.
    one, other = before.recorded(), after.recorded()
    words.append(
        f"compile time {one.compile_seconds:.1f} s -> {other.compile_seconds:.1f} s"
        + recompiles_alone(one, other)
    )
    words.append(f"{whole} {one.seconds:.1f} s -> {other.seconds:.1f} s")
    return ", ".join(words)


def _place(one: Attempt, root: str) -> str:
    file, line = one.place
    return f"{os.path.relpath(file, root)}:{line or one.steps[-1].place[1]}"


def page(cured: Cured) -> str:
    """Return the text of ``cure.md``."""
    lines = ["# What depyf tried", ""]
    lines += [f"{remark}\n" for remark in cured.remarks]
    lines += [f"{one}\n" for one in summary(cured)]
    if cured.attempts:
        lines += [
            "An edit is kept if output and exit code stay the same, and fewer graph "
            "breaks, recompiles or failed compilations remain. The time of a run does "
            "not decide.",
            "",
        ]
    if cured.kept:
        lines += [
            "Apply all kept edits in the program's folder with "
            f"`git apply {CURE_PATCH}` or `patch -p1 < {CURE_PATCH}`.",
            "",
        ]
    lines += _values(cured)
    lines += _section("Kept", cured.kept)
    for verdict in (
        Verdict.HARMFUL, Verdict.FAILS, Verdict.NO_EFFECT, Verdict.NOT_APPLICABLE,
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
    yield "Seen in a run without torch.compile. Its output was not compared."
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
        yield from _told(one)
        if one.patch:
            yield ""
            fence = "```"
            while fence in one.patch:
                fence += "`"
            yield f"  {fence}diff"
            yield from (f"  {line}" for line in one.patch.rstrip().splitlines())
            yield f"  {fence}"
        yield ""


def _told(one: Attempt) -> Iterator[str]:
    """Yield the edit and its effect; one line for each part if there are several."""
    if not one.parts:
        yield f"  {one.what}: {one.why}."
        return
    yield f"  One edit with {len(one.parts)} parts, tried one after the other:"
    yield ""
    for number, part in enumerate(one.parts, start=1):
        yield f"  {number}. {part.what}: {part.why}."


# --- lines that made a value ---------------------------------------------------------

_MOST_LINES, _MOST_FORMS = 4, 4
_LONGEST = 60  # characters of code


def seen_lines(one: ValueSeen, root: str, mark: str = "") -> list[str]:
    """Return text for each line of the program that made a value, in order.

    Args:
        one: the value.
        root: the folder to which paths are relative.
        mark: the text before and after code, such as a backtick.
    """
    by_line: dict[tuple[SourceLine, ...], list[SeenForm]] = {}
    for form in one.forms:
        by_line.setdefault(form.lines[:1], []).append(form)
    shown = [
        f"{_made_at(forms[0].lines, root, mark)}: {_forms(forms)}"
        for forms in list(by_line.values())[:_MOST_LINES]
    ]
    more = len(by_line) - _MOST_LINES
    return [*shown, *([f"{counted(more, 'more line')}"] if more > 0 else [])]


def _made_at(lines: tuple[SourceLine, ...], root: str, mark: str) -> str:
    if not lines:
        return "set where no line of the program was seen"
    first = lines[0]
    code = shortened(first.text, _LONGEST)
    place = f"{os.path.relpath(first.file, root)}:{first.line} {mark}{code}{mark}"
    if len(lines) > 1:
        caller = lines[1]
        place += f", called at {os.path.relpath(caller.file, root)}:{caller.line}"
    return place


def _forms(forms: list[SeenForm]) -> str:
    shown = ", ".join(one.form for one in forms[:_MOST_FORMS])
    more = ", ..." if len(forms) > _MOST_FORMS else ""
    return f"{shown}{more} ({counted(sum(one.calls for one in forms), 'call')})"


def seen_json(one: ValueSeen, root: str) -> dict[str, Any]:
    """Return the forms of a watched value for ``cure.json``."""
    return {
        "function": one.function,
        "value": one.value,
        "forms": [
            {
                "form": form.form,
                "calls": form.calls,
                "lines": [
                    {
                        "file": os.path.relpath(line.file, root),
                        "line": line.line,
                        "text": line.text,
                    }
                    for line in form.lines
                ],
            }
            for form in one.forms
        ],
    }
