"""Judge the effect of an edit by the figures of two runs."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from depyf.model.edit_tried import changed_counts

if TYPE_CHECKING:
    from depyf.curing.trial import Measure

_DEARER = 1.5  # at this factor of compile time, fewer recompiles are not worth it


class Verdict(Enum):
    """The effect of an edit."""

    KEPT = "kept"
    NO_EFFECT = "no effect"
    HARMFUL = "harmful"
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


def _is_traded(before: Measure, after: Measure) -> bool:
    """Return whether an edit adds more recompiles than it removes other problems."""
    gone = max(0, before.breaks_met - after.breaks_met)
    gone += max(0, before.plain_functions - after.plain_functions)
    is_run = before.exit_code == after.exit_code and after.failures >= before.failures
    return is_run and after.recompiles - before.recompiles > gone


def effect(before: Measure, after: Measure) -> str:
    """Return the changed figures: ``graph breaks 5 -> 0, recompiles 3 -> 1``."""
    return ", ".join(changed_counts(before, after))
