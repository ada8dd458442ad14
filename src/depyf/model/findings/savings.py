"""Compute how many seconds the edits of expected recompiles save."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.model.edit_tried import KEPT
from depyf.model.findings.entry_limits import reached_limit
from depyf.model.findings.tried import seconds_saved

if TYPE_CHECKING:
    from depyf.model.findings.rule import Expected
    from depyf.model.run import Run


def whole_cost(one: Expected) -> float:
    """Return the seconds of all recompiles that the edit of an event avoids."""
    return one.seconds + (one.elsewhere.seconds if one.elsewhere else 0.0)


def saved_seconds(run: Run, every: Sequence[Expected]) -> float:
    """Return the seconds that the edits of expected recompiles avoid.

    A function that is compiled for all values at once needs one entry, which costs as
    much as the longest of those that it replaces.  For edits that were tried, these are
    the seconds that the trial measured.

    Edits that were not tried count nothing if torch refused a compilation at the
    recompile limit: with fewer entries, torch compiles these calls, too.
    """
    is_open = any(
        reached_limit(one) for each in run.frames for one in each.compilations
    )
    replaced: dict[str, set[str]] = {}
    saved = 0.0
    for one in every:
        if any(each.verdict == KEPT for each in one.tried):
            saved += seconds_saved(one)
            continue
        if is_open or not (one.edit or one.diff):
            continue
        keys, again = one.frames, one.compilations
        if one.elsewhere is not None:
            keys += one.elsewhere.frames
            again += one.elsewhere.compilations
        for key in keys:
            replaced.setdefault(key, set()).update(again)
    for key, ids in replaced.items():
        frame = run.frame(key)
        entries = frame.compilations if frame is not None else ()
        spent = [
            one.seconds for one in entries if str(one.id) in ids or one is entries[0]
        ]
        saved += sum(spent) - max(spent, default=0.0)
    return saved
