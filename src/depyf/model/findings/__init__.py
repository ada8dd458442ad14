"""What a user should act on, gravest first, and what is as it should be."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.by_identity import ById
from depyf.model.findings.breaks import break_findings, left_over
from depyf.model.findings.costs import cost_findings
from depyf.model.findings.cuda_graphs import cuda_graph_findings
from depyf.model.findings.failures import failure_findings
from depyf.model.findings.finding import Expected, Finding, Findings
from depyf.model.findings.names import joined, place
from depyf.model.findings.recompile_groups import Consequence
from depyf.model.findings.recompiles import recompile_findings

if TYPE_CHECKING:
    from depyf.model.run import Run

__all__ = ["Expected", "Finding", "Findings", "findings"]


def findings(run: Run) -> Findings:
    """Return what there is to act on in a run, the gravest first."""
    return _findings(ById(run))


@lru_cache(maxsize=4)
def _findings(key: ById[Run]) -> Findings:
    run = key.one
    results = list(recompile_findings(run, left_over(run)))
    consequences = [one for one in results if isinstance(one, Consequence)]
    results += break_findings(run, consequences)
    results += failure_findings(run)
    results += cost_findings(run)
    results += cuda_graph_findings(run)
    found = [one for one in results if isinstance(one, Finding)]
    expected = [one for one in results if isinstance(one, Expected)]
    return Findings(
        tuple(_merged(sorted(found, key=lambda one: -one.weight))),
        tuple(_summed(expected)),
    )


def _summed(expected: Sequence[Expected]) -> Iterator[Expected]:
    """Yield what is expected, each once with all that it cost.

    A function and what resumes it behind a break have one name and often one cause.
    """
    alike: dict[Expected, list[Expected]] = {}
    for one in expected:
        alike.setdefault(replace(one, seconds=0.0, frames=()), []).append(one)
    for one, group in alike.items():
        frames = dict.fromkeys(key for each in group for key in each.frames)
        spent = sum(each.seconds for each in group)
        yield replace(one, seconds=spent, frames=tuple(frames))


def _merged(found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield findings, those that one line causes and one edit cures as one."""
    groups: dict[object, list[Finding]] = {}
    for one in found:
        groups.setdefault((one.rule, one.subject, one.edit or one.where), []).append(
            one
        )
    for group in groups.values():
        first = group[0]
        if len(group) == 1:
            yield first
            continue
        others = [place(one.where) for one in group[1:] if one.where != first.where]
        also = f"; the same at {joined(dict.fromkeys(others))}" if others else ""
        yield replace(
            first,
            what=f"{first.what}{also}",
            times=sum(one.times for one in group),
            frames=tuple(dict.fromkeys(key for one in group for key in one.frames)),
            covers=tuple(text for one in group for text in one.covers),
        )
