"""Add to a finding the kept edits that follow its own and that no finding has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.edit_tried import KEPT, EditTried
from depyf.model.findings.tried import change_words, effect_words, every_edit

if TYPE_CHECKING:
    from depyf.model.findings.rule import Expected, Finding
    from depyf.model.run import Run


def with_next_edits(
    run: Run, found: Sequence[Finding], expected: Sequence[Expected]
) -> Iterator[Finding]:
    """Yield the findings, with the edits that `depyf cure` kept after their own.

    An edit may bring about a problem that the unedited program lacks, such as a graph
    break where a function is now disabled.  No finding has the edit for it.  The first
    edit alone would leave the problem.

    Args:
        run: the run of the unedited program.
        found: the findings.
        expected: the expected events, which may have kept edits of their own.
    """
    own = {_bare(each) for one in found for each in one.tried}
    own |= {_bare(each) for one in expected for each in one.tried}
    following = _following(every_edit(run), own)
    for one in found:
        best = next((each for each in one.tried if _is_shown(one, each)), None)
        after = following.get(_bare(best), ()) if best is not None else ()
        yield _with(one, after) if after else one


def _bare(one: EditTried) -> EditTried:
    """Return an edit as `every_edit` has it."""
    return replace(one, aim=None)


def _following(
    every: Sequence[EditTried], own: set[EditTried]
) -> dict[EditTried, tuple[EditTried, ...]]:
    """Map each kept edit of a finding to the kept ones of no finding after it."""
    found: dict[EditTried, tuple[EditTried, ...]] = {}
    last: EditTried | None = None
    for one in (each for each in every if each.verdict == KEPT):
        if one in own:
            last = one
        elif last is not None and _cuts_breaks(last) and _cuts_breaks(one):
            found[last] = (*found.get(last, ()), one)
    return found


def _cuts_breaks(one: EditTried) -> bool:
    """Return whether graph breaks are fewer with an edit.

    Recompiles without a finding may be those that the finding of a break has.
    """
    if one.before is None or one.after is None:
        return False
    return one.after.graph_breaks < one.before.graph_breaks


def _is_shown(one: Finding, tried: EditTried) -> bool:
    """Return whether a finding advises this edit."""
    return bool(one.diff) and tried.verdict == KEPT and tried.diff == one.diff


def _with(one: Finding, after: tuple[EditTried, ...]) -> Finding:
    """Return a finding whose edit is followed by others."""
    steps = (f"then {change_words(each)}" for each in after)
    # That it was measured with the edit before needs no words.
    told = (f"then kept: {effect_words(replace(each, earlier=0))}" for each in after)
    return replace(
        one,
        note="; ".join(filter(None, (one.note, *steps))),
        trials=(*one.trials, *told),
        diff="".join((one.diff, *(each.diff for each in after))),
        followed=after,
    )
