"""Findings on functions that torch could not compile: an error, as a rule."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator

from depyf.model.events import GraphBreak, Metrics
from depyf.model.failure_text import explanation_in, hints_in
from depyf.model.findings.break_cures import RULES
from depyf.model.findings.finding import Finding
from depyf.model.findings.graph_breaks import Break
from depyf.model.findings.names import call_line, function_name
from depyf.model.findings.recompile_groups import reached_limit
from depyf.model.source_places import one_line
from depyf.model.wording import shortened

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame, Run

RULE = "compile-failed"
_WEIGHT = 1000.0  # before all that only costs time
_UNSUPPORTED = "Unsupported"  # a graph break, where none is allowed
_LONGEST = 120


def failure_findings(run: Run) -> Iterator[Finding]:
    """Yield what there is to say of each compilation that failed.

    Those at the limit of entries, and graph breaks that torch took as such, are told
    elsewhere.
    """
    for frame in run.frames:
        for compilation in frame.compilations:
            metrics = compilation.facts.all(Metrics)
            failed = next((one for one in metrics if one.fail_type), None)
            kept = compilation.entry is not None and compilation.skipped is None
            if kept or failed is None:
                continue
            if not compilation.breaks and not reached_limit(compilation):
                yield _failure(run, frame, compilation, failed)


def _failure(
    run: Run, frame: Frame, compilation: Compilation, failed: Metrics
) -> Finding:
    first = failed.fail_reason.strip().partition("\n")[0]
    reason = shortened(one_line(first), _LONGEST)
    edit = note = ""
    what = f"fails to compile, with {failed.fail_type}: {reason}"
    if failed.fail_type == _UNSUPPORTED:
        what = f"fails to compile, as it has to be one graph: {reason}"
        one = _as_break(run, frame, compilation, failed, reason)
        rule = next(rule for rule in RULES if rule.reason.search(reason))
        edit, note = rule.cure(one)
    return Finding(
        rule=RULE,
        subject=function_name(run, frame),
        what=what,
        where=failed.fail_line or call_line(compilation),
        edit=edit,
        note=note,
        weight=_WEIGHT,
        frames=(frame.key,),
        covers=(failed.fail_reason,),
    )


def _as_break(
    run: Run, frame: Frame, compilation: Compilation, failed: Metrics, reason: str
) -> Break:
    line = failed.fail_line
    event = GraphBreak(
        compilation.id,
        reason=reason,
        user_stack=() if line is None else (replace(line, function=frame.co_name),),
        hints=tuple(hints_in(failed.fail_reason)),
        explanation=explanation_in(failed.fail_reason),
        text=failed.fail_reason,
    )
    return Break(run, event, (frame,), (compilation,))
