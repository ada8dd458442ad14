"""Findings on graph breaks: what broke, through which of the user's lines, the cost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings import rewriting
from depyf.model.findings.break_cures import RULES, SETTING, SKIPPED_FUNCTION
from depyf.model.findings.finding import Expected, Finding
from depyf.model.findings.graph_breaks import Break, breaks
from depyf.model.findings.names import (
    counted,
    function_name,
    is_library,
    joined,
    place,
    seconds,
)
from depyf.model.source_places import is_of_torch
from depyf.model.wording import lower_first, shortened

if TYPE_CHECKING:
    from depyf.model.events import GraphBreak, SourceLine
    from depyf.model.findings.break_cures import Cure, Rule
    from depyf.model.findings.recompile_groups import Consequence
    from depyf.model.run import Run

_LONGEST = 120  # characters of an error
_NAMED = 2  # of the functions that a break leaves to Python
_LOOP = re.compile(r"for/while loop")


def left_over(run: Run) -> dict[str, SourceLine]:
    """Return frames of libraries that a break left to be called on their own.

    With the line of the break, by the frame's key.
    """
    found: dict[str, SourceLine] = {}
    for one in breaks(run):
        own = {one.frames[0].key}
        stack = {(line.file, line.function) for line in one.event.user_stack}
        for frame in run.frames:
            is_other = frame.key not in own and frame.parent is None
            if is_other and is_library(frame.file) and one.innermost is not None:
                if (frame.file, frame.co_name) in stack:
                    found.setdefault(frame.key, one.innermost)
    return found


def break_findings(
    run: Run, consequences: Sequence[Consequence] = ()
) -> Iterator[Finding | Expected]:
    """Yield what there is to say of each graph break."""
    cures: list[tuple[Break, Rule, Cure]] = []
    for one in breaks(run):
        words = _expected(one)
        if words:
            keys = tuple(frame.key for frame in one.frames)
            yield Expected(function_name(run, one.frames[0]), words, keys)
            continue
        rule = next(rule for rule in RULES if rule.reason.search(one.event.reason))
        cures.append((one, rule, rule.cure(one)))
    replaced = [_replaced(one, cure) for one, _, cure in cures]
    for one, rule, cure in cures:
        if one.where is not None and any(_is_within(one.where, a) for a in replaced):
            continue  # it goes with the branch that it stands in
        brought = [c for c in consequences if _brought(one, c)]
        # What comes after it is in the former already.
        cost = _seconds(one) + sum(c.seconds for c in brought if c.left)
        weight = (cost + 0.1) * (2 + sum(c.times for c in brought))
        if one.loses_function:
            weight *= 4
        if not cure.edit:  # what can be cured at once comes first
            weight *= 0.2 if one.is_in_library else 0.5
        yield Finding(
            rule=rule.name,
            subject=function_name(run, one.frames[0]),
            what=_what(one, brought, cost),
            where=one.where,
            led_here=one.led_here,
            edit=cure.edit,
            note=cure.note,
            hint=_own_hint(one.event),
            seconds=cost,
            times=len(one.compilations),
            weight=weight,
            frames=tuple(frame.key for frame in one.frames),
            covers=(one.event.reason,),
        )


def _expected(one: Break) -> str:
    """Return why a break is as it should be, empty if it is not."""
    alone = _compiled_alone(one)
    if alone:
        return (
            f"`{alone}`, called at {place(one.where)}, is compiled on its own: torch "
            "does so with this function"
        )
    if _is_torchs_own(one):
        return (
            f"torch breaks the graph itself in `{_function(one)}` "
            f"({place(one.innermost)}), on purpose"
        )
    return ""


def _replaced(one: Break, cure: Cure) -> tuple[str, range]:
    """Return file and lines of the body of a branch that the edit replaces."""
    tree, where = one.tree(), one.where
    is_branch = cure.edit and "in place of the `if`" in cure.note
    if tree is None or where is None or not is_branch or cure.edit.endswith(":"):
        return "", range(0)
    branch = rewriting.branch_at(tree, where.line)
    if branch is None:
        return "", range(0)
    return where.file, range(where.line + 1, rewriting.last_line(branch) + 1)


def _is_within(line: SourceLine, lines: tuple[str, range]) -> bool:
    return line.file == lines[0] and line.line in lines[1]


def _compiled_alone(one: Break) -> str:
    """Return the skipped function that broke the graph if it was compiled by itself."""
    found = SKIPPED_FUNCTION.search(one.event.explanation)
    if found is None or "skipped" not in one.event.reason:
        return ""
    return next(
        (
            frame.qualified_name
            for frame in one.run.frames
            if frame.qualified_name == found["name"] and frame.entries
        ),
        "",
    )


def _is_torchs_own(one: Break) -> bool:
    """Return whether torch's own code calls `graph_break`."""
    inner = one.innermost
    return (
        "graph_break()" in one.event.reason
        and inner is not None
        and is_of_torch(inner.file)
    )


def _function(one: Break) -> str:
    return one.innermost.function if one.innermost else ""


def _brought(one: Break, consequence: Consequence) -> bool:
    inner = one.innermost
    line = consequence.where
    return (
        inner is not None
        and line is not None
        and (inner.file, inner.line) == (line.file, line.line)
    )


def _seconds(one: Break) -> float:
    """Return the time for compiling what comes after the break."""
    below = {
        resume.frame for c in one.compilations for resume in c.resumes if resume.frame
    }
    total = 0.0
    waiting = list(below)
    while waiting:
        frame = one.run.frame(waiting.pop())
        if frame is None:
            continue
        for compilation in frame.compilations:
            total += compilation.seconds
            for resume in compilation.resumes:
                if resume.frame and resume.frame not in below:
                    below.add(resume.frame)
                    waiting.append(resume.frame)
    if one.loses_function:
        total += sum(c.seconds for c in one.compilations if c.entry is None)
    return total


def _what(one: Break, brought: Sequence[Consequence], cost: float) -> str:
    reason = lower_first(" ".join((one.event.reason or "a graph break").split()))
    if "Error" in reason.partition(" ")[0] and one.event.context:
        reason += f" ({_error_words(one.event.context)})"
    inner = one.innermost
    inside = ""
    if one.is_in_library and inner is not None:
        inside = f" inside `{inner.function}` ({place(inner)})"
    if one.loses_function and _LOOP.search(one.event.skipped or ""):
        head = "runs as plain Python, none of it compiled: a graph break in a loop"
        head += inside
    elif one.loses_function:
        head = f"runs as plain Python, none of it compiled: a graph break{inside}"
    else:
        times = len(one.compilations)
        head = f"is cut in two by a graph break{inside}"
        head += f" (met in {times} compilations)" if times > 1 else ""
    took = seconds(cost)
    words = f"{head}: {reason}"
    words += (
        f", {took} compiling what follows" if took and not one.loses_function else ""
    )
    left = [c for c in brought if c.left]
    consequences = [_left_to_python(left, function_name(one.run, one.frames[0]))]
    consequences += [c.what for c in brought if not c.left and not left][:1]
    return "; ".join([words, *filter(None, [_also_cut(one), *consequences])])


def _also_cut(one: Break) -> str:
    """Return which functions a break only cuts, where it loses another one."""
    if not one.loses_function or not one.cut:
        return ""
    names = list(dict.fromkeys(f"`{function_name(one.run, it)}`" for it in one.cut))
    more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
    verb = "is" if len(names) == 1 else "are"
    return f"{joined([*names[:_NAMED], *more])} {verb} cut in two by it"


def _left_to_python(left: Sequence[Consequence], subject: str) -> str:
    """Return which functions a break has torch compile on their own, and the cost."""
    if not left:
        return ""
    dearest = sorted(left, key=lambda one: -one.seconds)
    names = [f"`{one.left}`" for one in dearest if one.left != subject][:_NAMED]
    more = len(left) - len(names)
    if more:
        names.append(f"{more} more" if names else "what it calls")
    took = seconds(sum(one.seconds for one in left))
    times = counted(sum(one.times for one in left), "time")
    verb = "is" if len(left) == 1 else "are"
    what = (
        f"{joined(names)}, left to Python by it, {verb} compiled on their own {times}"
    )
    what = what.replace("on their own", "on its own") if len(left) == 1 else what
    return f"{what}, {took}" if took else what


def _error_words(context: str) -> str:
    """Return what an error said, without the object that torch puts before it."""
    message = " ".join(context.rpartition(">: ")[2].split()) or " ".join(
        context.split()
    )
    return shortened(message, _LONGEST)


def _own_hint(event: GraphBreak) -> str:
    return next((hint for hint in event.hints if SETTING.search(hint)), "")
