"""Match edits that `depyf cure` tried to findings, and describe their effect."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Callable, Iterator, Mapping, Sequence

from depyf.model.by_identity import once_each
from depyf.model.edit_tried import (
    FAILS,
    HARMFUL,
    KEPT,
    NO_EFFECT,
    NO_LONGER,
    NOT_TRIED,
    PRINTED_NOW,
    STEPS,
    Aim,
    EditTried,
    changed_counts,
    recompiles_alone,
)
from depyf.model.findings.names import seconds
from depyf.model.python_text import parsed
from depyf.model.source_places import short_file
from depyf.model.wording import counted, lower_first

if TYPE_CHECKING:
    from depyf.model.findings.rule import Advice, Expected, Finding
    from depyf.model.run import Run

_MOST_KEPT = 2  # the most kept edits that a finding names
_MOST_HARMFUL = 1  # the most harmful edits that a finding names
_MOST_DROPPED = 1  # the most edits without success that a finding names
_SLOWER = 1.25
OF_EDIT = "the edit above"
UNTRIED = f"{OF_EDIT} was not tried"
_TIME_UP = "the time of `--budget` was up"


def every_edit(run: Run) -> tuple[EditTried, ...]:
    """Return each edit that was tried once, in the order of the trials."""
    every = (replace(one, aim=None) for one in run.facts.all(EditTried))
    return tuple(dict.fromkeys(every))


def tried_for(run: Run, aim: Aim) -> tuple[EditTried, ...]:
    """Return the edits that were tried for a finding, in the order of the trials."""
    return tuple(_by_aim(run).get(aim, ()))


@once_each
def _by_aim(run: Run) -> Mapping[Aim, Sequence[EditTried]]:
    found: dict[Aim, list[EditTried]] = {}
    for one in run.facts.all(EditTried):
        if one.aim is not None:
            found.setdefault(one.aim, []).append(one)
    return found


def seconds_saved(one: Advice) -> float:
    """Return the seconds of compile time that the best kept edit saves; 0 if none."""
    return measured_saving(one) or 0.0


def measured_saving(one: Finding | Expected) -> float | None:
    """Return the seconds of compile time that the best kept edit saves.

    None if no kept edit was measured; 0 if none of them saves compile time.
    """
    saved: float | None = None
    for each in one.tried:
        if each.verdict == KEPT and each.before and each.after:
            less = each.before.compile_seconds - each.after.compile_seconds
            most = one.seconds if _removes_only(one, each) else less
            saved = max(saved or 0.0, min(less, most))
    # An expected event has none.
    followed: Sequence[EditTried] = getattr(one, "followed", ())
    if saved is None or not followed:
        return saved
    return max(0.0, saved + sum(map(_compiling_saved, followed)))


def _compiling_saved(one: EditTried) -> float:
    if one.before is None or one.after is None:
        return 0.0
    return one.before.compile_seconds - one.after.compile_seconds


def _removes_only(one: Finding | Expected, tried: EditTried) -> bool:
    """Return whether an edit only removes recompiles, at most those of a finding.

    If it saves more time than they took, the runs differ by chance.
    """
    before, after = tried.before, tried.after
    if before is None or after is None or before.graph_breaks != after.graph_breaks:
        return False
    return 0 < before.recompiles - after.recompiles <= len(one.compilations)


def _beyond_cost(one: Advice, tried: EditTried) -> str:
    """Return a remark if an edit saves clearly more time than the finding cost.

    The runs differ by chance, or torch compiles less of the program.
    """
    before, after = tried.before, tried.after
    if before is None or after is None or not one.seconds:
        return ""
    less = before.compile_seconds - after.compile_seconds
    if less < _SLOWER * one.seconds + 1.0:
        return ""
    took = seconds(one.seconds)
    if _removes_only(one, tried):
        return f"; the recompiles took {took} of this, the rest is chance"
    if after.excluded > before.excluded or NO_LONGER in tried.why:
        return f"; more than {took} is saved, as torch compiles less of the program"
    return ""


def _lost(one: EditTried) -> str:
    """Return how many compiled lines an edit leaves to Python, or nothing."""
    before, marker, codes = one.why.partition(NO_LONGER)
    return f"but {before.rpartition('; ')[2]}{marker}{codes}" if marker else ""


def settled(one: Advice, every: Sequence[EditTried] = ()) -> Advice:
    """Return a finding with the best tried edit and the results of the trials.

    An edit that did not help is removed from the finding. If another edit helped, the
    finding names that edit instead.

    Args:
        one: the finding.
        every: all edits that were tried for this run.
    """
    tried = [each for each in one.tried if each.verdict != NOT_TRIED]
    kept = [each for each in tried if each.verdict == KEPT]
    # If edits only help together, none of them is a cure alone.
    alone = [each for each in tried if STEPS not in each.what]
    own = [each for each in alone if is_edit_of(one.edit, each)]
    beyond = partial(_beyond_cost, one)
    words = tuple(_words(one.edit, kept, own, tried, beyond))
    left = [each for each in one.tried if each.verdict == NOT_TRIED]
    own_left = [each for each in left if is_edit_of(one.edit, each)]
    if one.edit and every and not (own or kept):
        words += (_why_untried(one.edit, every, is_time_up=bool(own_left)),)
        left = [each for each in left if each not in own_left]
    if left:
        words += (f"not tried, as {_TIME_UP}: {counted(len(left), 'edit')}",)
    if any(each in own for each in kept):
        best = next(each for each in kept if each in own)
        return replace(one, trials=words, diff=best.diff)
    if kept:
        (best, *_), diff = kept, kept[0].diff
        return replace(one, edit="", note=change_words(best), trials=words, diff=diff)
    if own:
        return replace(one, edit="", note="", trials=words)
    return replace(one, trials=words)


def _why_untried(edit: str, every: Sequence[EditTried], *, is_time_up: bool) -> str:
    """Return why an edit has no trial of its own, as a sentence without its period."""
    if any(each.verdict == KEPT and is_edit_of(edit, each) for each in every):
        return f"{OF_EDIT} is part of an edit that was kept"
    return f"{UNTRIED}: {_TIME_UP}" if is_time_up else UNTRIED


def _words(
    edit: str,
    kept: Sequence[EditTried],
    own: Sequence[EditTried],
    every: Sequence[EditTried],
    beyond: Callable[[EditTried], str],
) -> Iterator[str]:
    """Yield the results of the trials, each as a sentence without its period.

    `beyond` gives a remark on the time that an edit saves.
    """
    for number, one in enumerate(kept[:_MOST_KEPT]):
        change = "" if one in own or number == 0 else f", by another edit: {one.what}"
        remark = beyond(one) if number == 0 else ""
        yield f"{one.verdict}: {effect_words(one)}{change}{remark}"
    failed = [one for one in own if one.verdict != KEPT]
    if not any(one in own for one in kept):
        for one in failed[:1]:
            yield f"`{edit}` {_without_success(one)}"
    rest = [one for one in every if one.verdict != KEPT and one not in own]
    harmful = [one for one in rest if one.verdict in {HARMFUL, FAILS}]
    for one in harmful[:_MOST_HARMFUL]:
        yield f"{one.verdict}: {one.what}: {lower_first(one.why)}"
    rest = [one for one in rest if one not in harmful[:_MOST_HARMFUL]]
    # An edit with further steps says little more than the edit itself.
    rest.sort(key=lambda one: one.what.count(STEPS))
    for one in rest[:_MOST_DROPPED]:
        # Edits with the same outcome get the same word.
        verdict = one.verdict if one.verdict in {HARMFUL, FAILS} else "not kept"
        words = f"{verdict}: {one.what}: {lower_first(one.why)}"
        yield ", ".join(filter(None, (words, _measured_with(one))))
    more = len(rest) - _MOST_DROPPED
    if more > 0:
        yield f"not kept: {counted(more, 'more edit')}"


def change_words(one: EditTried) -> str:
    """Return the description of an edit, with its location."""
    place = f"{short_file(one.file)}:{one.line}" if one.line else short_file(one.file)
    return f"{one.what} ({place})"


def _without_success(one: EditTried) -> str:
    """Return in words why an edit was not kept."""
    if one.verdict == NO_EFFECT:
        return "has no effect"
    verb = "fails" if one.verdict == FAILS else "is harmful"
    return f"{verb}: {lower_first(one.why)}"


def effect_words(one: EditTried) -> str:
    """Return the figures before and after: ``41.2 s -> 8.3 s compiling, ...``."""
    before, after = one.before, one.after
    if before is None or after is None:
        return one.why
    compiling = _changed(before.compile_seconds, after.compile_seconds, "compiling")
    compiling += recompiles_alone(before, after) if compiling else ""
    # What became worse comes last: it is not why the edit was kept.
    is_dearer = after.compile_seconds > before.compile_seconds
    whole = _changed(before.seconds, after.seconds, "the whole run")
    slower = is_slower(before.seconds, after.seconds)
    words = [
        "" if is_dearer else compiling,
        "" if slower else whole,
        *changed_counts(before, after),
    ]
    if before.exit_code == after.exit_code:
        told = PRINTED_NOW in one.why
        words.append(
            "same output but for words on compiling" if told else "same output"
        )
    else:
        words.append(f"exit code {before.exit_code} -> {after.exit_code}")
    words += [f"but {compiling}"] if compiling and is_dearer else []
    words += [f"but {whole}"] if whole and slower else []
    return ", ".join(filter(None, [*words, _lost(one), _measured_with(one)]))


def _measured_with(one: EditTried) -> str:
    """Return ``measured with 2 earlier edits``; empty if there were none."""
    return (
        f"measured with {counted(one.earlier, 'earlier edit')}" if one.earlier else ""
    )


def _changed(before: float, after: float, of: str) -> str:
    """Return times in words, such as ``4.1 s -> 1.2 s compiling``; empty if equal."""
    if f"{before:.1f}" == f"{after:.1f}" or not seconds(max(before, after)):
        return ""
    return f"{before:.1f} s -> {after:.1f} s {of}"


def is_slower(before: float, after: float) -> bool:
    """Return whether a run took clearly longer than another one, in seconds.

    A little more may be chance, because other programs use the machine.
    """
    return after > _SLOWER * before + 1.0


def is_edit_of(edit: str, tried: EditTried) -> bool:
    """Return whether a tried edit contains the statements of an edit.

    The syntax trees are compared, so blanks and parentheses do not matter.
    """
    wanted = _statements([edit]) if edit else set()
    return bool(wanted) and wanted <= _statements(tried.lines)


def _statements(lines: Sequence[str]) -> set[str]:
    """Return the statements in some lines, parsed together or one by one."""
    found: set[str] = set()
    for text in ("\n".join(lines), *lines):
        clean = textwrap.dedent(text)
        tree = parsed(clean) or parsed(f"{clean} pass")
        if tree is not None:
            found |= {ast.dump(node) for node in tree.body}
    return found
