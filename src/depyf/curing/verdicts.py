"""Judge the effect of an edit by the figures of two runs."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from depyf.model.edit_tried import changed_counts

if TYPE_CHECKING:
    from depyf.curing.trial import Measure

_ERRORS = ("Error", "Exception")
_DEARER = 1.5  # at this factor of compile time, fewer recompiles are not worth it


class Verdict(Enum):
    """The effect of an edit."""

    KEPT = "kept"
    NO_EFFECT = "no effect"
    HARMFUL = "harmful"
    FAILS = "fails"
    NOT_APPLICABLE = "not applicable"
    OUT_OF_BUDGET = "out of budget"


def on_figures(before: Measure, after: Measure) -> tuple[Verdict, str]:
    """Return the verdict on an edit from figures alone, and the reason as a clause."""
    if before.entries and not after.entries:
        return Verdict.HARMFUL, "nothing is compiled any more"
    if before.exit_code not in {after.exit_code, None}:
        words = f"exit code {before.exit_code} -> {after.exit_code}"
        changed = effect(before, after)
        return Verdict.KEPT, f"{words}, {changed}" if changed else words
    is_more_of_the_same = (
        after.recompiles > before.recompiles
        and after.breaks_met >= before.breaks_met
        and after.failures >= before.failures
    )
    if is_more_of_the_same and after.refused < before.refused:
        return Verdict.NO_EFFECT, (
            f"torch compiles more entries instead: {effect(before, after)}"
        )
    if _is_traded(before, after):
        return Verdict.NO_EFFECT, (
            f"torch compiles an entry for each value instead: {effect(before, after)}"
        )
    only_recompiles = before.trouble - after.trouble == (
        before.recompiles - after.recompiles
    )
    if before.recompiles - after.recompiles > 0 and only_recompiles:
        if after.compile_seconds > _DEARER * before.compile_seconds + 1.0:
            return Verdict.NO_EFFECT, (
                f"{effect(before, after)}, but compiling takes "
                f"{after.compile_seconds:.1f} s instead of "
                f"{before.compile_seconds:.1f} s"
            )
    if after.trouble < before.trouble:
        return Verdict.KEPT, effect(before, after)
    if after.trouble > before.trouble:
        return Verdict.HARMFUL, effect(before, after)
    return Verdict.NO_EFFECT, "no relevant figure changed"


def on_exit(
    before: Measure, after: Measure, wanted: int | None
) -> tuple[Verdict, str] | None:
    """Return the verdict on a run with another exit code than wanted; else None."""
    if after.exit_code is None:
        return Verdict.FAILS, "the program did not end"
    if after.exit_code == wanted:
        return None
    why = f"exit code {after.exit_code}: {_last(after)}"
    if (after.exit_code, _last(after)) == (before.exit_code, _last(before)):
        return Verdict.NO_EFFECT, f"the program fails as before: {why}"
    return Verdict.FAILS, why


def _is_traded(before: Measure, after: Measure) -> bool:
    """Return whether an edit adds more recompiles than it removes other problems."""
    gone = max(0, before.breaks_met - after.breaks_met)
    gone += max(0, before.plain_functions - after.plain_functions)
    is_run = before.exit_code == after.exit_code and after.failures >= before.failures
    return is_run and after.recompiles - before.recompiles > gone


def effect(before: Measure, after: Measure) -> str:
    """Return the changed figures: ``graph breaks 5 -> 0, recompiles 3 -> 1``."""
    return ", ".join(changed_counts(before, after))


def _last(measure: Measure) -> str:
    """Return the last line with an error; if there is none, the last line."""
    lines = [line for line in measure.errors.splitlines() if line.strip()]
    own = [line for line in lines if not line.startswith("depyf: ")]
    named = [line for line in own if line.partition(":")[0].endswith(_ERRORS)]
    errors = [line for line in named if " " not in line.partition(":")[0]]
    return (errors or own)[-1].strip()[:120] if own else "no message"
