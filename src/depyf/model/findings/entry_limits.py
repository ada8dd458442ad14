"""Describe in words what torch did at the recompile limit of a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.events import Metrics
from depyf.model.families import fold
from depyf.model.findings.causes import Scope
from depyf.model.findings.names import joined
from depyf.model.findings.program_text import program_files
from depyf.model.instances import instances_of
from depyf.model.wording import counted
from depyf.torch_text.guards import read_guard
from depyf.torch_text.questions import GuardKind
from depyf.torch_text.reasons import LIMIT_ERROR, FailureKind, failure_kind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.instances import Instances
    from depyf.model.run import Compilation, Frame


def before_limit(group: Group) -> str:
    """Return in words that further values lead to the limit."""
    is_whole = any("fullgraph" in file.text for file in program_files(group.run))
    fails = ", or fails with `fullgraph`" if is_whole else ""
    return (
        "each further value adds an entry, until torch gives up"
        f"{fails} (at 8 entries by default)"
    )


def reached_limit(compilation: Compilation) -> bool:
    """Return whether torch refused a compilation because of the recompile limit."""
    if compilation.entry is not None:
        return False
    reasons = [(m.fail_type, m.fail_reason) for m in compilation.facts.all(Metrics)]
    reasons += [("", compilation.skipped.reason)] if compilation.skipped else []
    return any(failure_kind(*words) is FailureKind.LIMIT for words in reasons)


def is_error_at_limit(compilation: Compilation) -> bool:
    """Return whether torch raised an error at the recompile limit."""
    return any(one.fail_type == LIMIT_ERROR for one in compilation.facts.all(Metrics))


def refused_root(frame: Frame) -> Compilation | None:
    """Return the first compilation for the outermost module that torch refused."""
    for one in frame.compilations:
        if one.instance is not None and one.instance.is_root and reached_limit(one):
            return one
    return None


def other_mode(refused: Compilation) -> str:
    """Return in words that all entries are for the other gradient mode; or ""."""
    kinds = {read_guard(one.text).asks.kind for one in refused.recompile}
    return " in the other gradient mode" if kinds == {GuardKind.GRAD_MODE} else ""


def given_up(frame: Frame) -> str:
    """Return in words that torch refused a function at the limit; "" if it did not.

    If it refused the outermost module, this is a finding of its own.
    """
    refused = [one for one in frame.compilations if reached_limit(one)]
    if not refused or refused_root(frame) is not None:
        return ""
    made_for = refused[0].instance
    owner = f" of `{made_for.owner}`" if made_for is not None and made_for.owner else ""
    mode = other_mode(refused[0])
    such = f", such as those{owner}{mode}," if mode else ""
    return (
        f"torch gave up on `{frame.owner}` at the limit of {len(frame.entries)} "
        f"entries: calls that fit no entry{such} run as plain Python"
    )


def after_limit(group: Group) -> str:
    """Return in words what torch did at the limit, and what runs as plain Python."""
    made = len(group.frame.entries)
    if any(map(is_error_at_limit, group.compilations)):
        return f"torch raised an error at the limit of {made} entries"
    calls = group.frame.plain_calls
    counted_calls = f", {counted(calls, 'call')} so far" if calls else ""
    left = _without_entry(group)
    unsure = [] if _is_known_of_all(group) else ["calls that fit no entry"]
    what = joined([*left, *unsure])
    run = "run" if len(left) > 1 or unsure or ".." in what else "runs"
    return (
        f"torch gave up at the limit of {made} entries: {what} {run} as plain "
        f"Python{counted_calls}"
    )


def _without_entry(group: Group) -> list[str]:
    """Return the folded paths of the modules that run as plain Python since the limit.

    torch tries no module after the first refusal.  If each entry is for exactly one
    module, all other modules have none.
    """
    left: list[str] = []
    for one in instances_of(group.frame):
        left += one.refused
        if _is_alone(group, one):
            left += one.others
    return [family.ranges for family in fold(left)]


def _is_alone(group: Group, one: Instances) -> bool:
    """Return whether each entry fits exactly one module of the class."""
    each = len(one.made) == len(group.frame.entries)
    return bool(one.refused) and each and group.first.scope == Scope.ATTRIBUTE


def _is_known_of_all(group: Group) -> bool:
    """Return whether depyf knows for every module whether an entry fits it."""
    found = instances_of(group.frame)
    return any(one.refused for one in found) and all(
        _is_alone(group, one) or not one.others for one in found
    )
