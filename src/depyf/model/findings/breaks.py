"""Findings on graph breaks: what broke, through which of the user's lines, the cost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Callable, Iterator, NamedTuple, Sequence

from depyf.model.findings import rewriting
from depyf.model.findings.finding import Expected, Finding
from depyf.model.findings.names import (
    counted,
    function_name,
    is_library,
    place,
    program_stack,
    seconds,
    users_line,
)
from depyf.model.source_places import is_of_torch
from depyf.records import dataclass

if TYPE_CHECKING:
    import ast

    from depyf.model.events import GraphBreak, SourceLine
    from depyf.model.findings.recompile_groups import Consequence
    from depyf.model.run import Compilation, Frame, Run

_SETTING = re.compile(r"torch\._dynamo\.config\.(?P<name>\w+) = (?P<value>\w+)")
_LOGGER_METHOD = re.compile(r"<Logger [^>]*>\.(?P<name>\w+)")
_SKIPPED_FUNCTION = re.compile(r"(?:builtin|function) `(?P<name>[^`]+?)\.?`")
_LOOP = re.compile(r"for/while loop")


@dataclass(frozen=True)
class Break:
    """A graph break at one place, with all compilations that met it."""

    run: Run
    event: GraphBreak
    frames: tuple[Frame, ...]
    compilations: tuple[Compilation, ...]

    @property
    def innermost(self) -> SourceLine | None:
        """Return the line that broke, whoever wrote it."""
        return self.event.user_stack[-1] if self.event.user_stack else None

    @property
    def where(self) -> SourceLine | None:
        """Return the user's innermost line."""
        return users_line(program_stack(self.event.user_stack)) or self.innermost

    @property
    def led_here(self) -> SourceLine | None:
        """Return the line of the compiled function that led to the user's line."""
        stack = program_stack(self.event.user_stack)
        where = self.where
        names = {frame.co_name for frame in self.frames}
        for line in reversed(stack):
            if line is where or where is None:
                continue
            same_place = any(
                frame.file == line.file and line.function in names
                for frame in self.frames
            )
            if same_place and (line.file, line.line) != (where.file, where.line):
                return line
        return None

    @property
    def is_in_library(self) -> bool:
        """Return whether the line that broke is not the user's."""
        inner = self.innermost
        return inner is not None and is_library(inner.file)

    @property
    def loses_function(self) -> bool:
        """Return whether the whole function runs as plain Python because of it."""
        return any(one.entry is None for one in self.compilations)

    @property
    def source(self) -> tuple[str, int] | None:
        """Return text and first line of the function around the user's line."""
        where = self.where
        for frame in self.run.frames:
            if where and frame.file == where.file and frame.co_name == where.function:
                if frame.original_source:
                    return frame.original_source, frame.first_line
        return None

    def tree(self) -> ast.AST | None:
        """Return the function around the user's line, parsed."""
        where, source = self.where, self.source
        if where is None or source is None:
            return None
        return rewriting.function_at(*source, where.line)


def breaks(run: Run) -> list[Break]:
    """Return the graph breaks of a run, each place once."""
    found: dict[tuple[object, ...], list[tuple[Frame, Compilation, GraphBreak]]] = {}
    for frame in run.frames:
        for compilation in frame.compilations:
            for event in compilation.breaks:
                inner = event.user_stack[-1] if event.user_stack else None
                key = (
                    (event.reason, inner.file, inner.line)
                    if inner
                    else (event.reason, frame.key)
                )
                found.setdefault(key, []).append((frame, compilation, event))
    return [
        Break(
            run,
            items[0][2],
            tuple({frame.key: frame for frame, _, _ in items}.values()),
            tuple(compilation for _, compilation, _ in items),
        )
        for items in found.values()
    ]


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


class Cure(NamedTuple):
    """What to do about a break: code, and where it belongs."""

    edit: str = ""
    note: str = ""


class Rule(NamedTuple):
    """A row: breaks for which reasons, and the cure."""

    name: str
    reason: re.Pattern[str]
    cure: Callable[[Break], Cure]


def break_findings(
    run: Run, consequences: Sequence[Consequence] = ()
) -> Iterator[Finding | Expected]:
    """Yield what there is to say of each graph break."""
    for one in breaks(run):
        compiled_alone = _compiled_alone(one)
        if compiled_alone:
            yield Expected(
                function_name(run, one.frames[0]),
                f"`{compiled_alone}`, called at {place(one.where)}, is compiled on its "
                "own: torch does so with this function",
                tuple(frame.key for frame in one.frames),
            )
            continue
        if _is_torchs_own(one):
            yield Expected(
                function_name(run, one.frames[0]),
                f"torch breaks the graph itself in `{_function(one)}` "
                f"({place(one.innermost)}), on purpose",
                tuple(frame.key for frame in one.frames),
            )
            continue
        rule = next(rule for rule in RULES if rule.reason.search(one.event.reason))
        cure = rule.cure(one)
        brought = [c for c in consequences if _brought(one, c)]
        cost = _seconds(one) + sum(c.seconds for c in brought)
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


def _compiled_alone(one: Break) -> str:
    """Return the skipped function that broke the graph if it was compiled by itself."""
    found = _SKIPPED_FUNCTION.search(one.event.explanation)
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
    reason = " ".join((one.event.reason or "a graph break").split())
    if reason[:1].isupper() and reason[1:2].islower():
        reason = reason[:1].lower() + reason[1:]
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
        head += f" ({counted(times, 'time')})" if times > 1 else ""
    took = seconds(cost)
    words = f"{head}: {reason}"
    words += (
        f", {took} compiling what follows" if took and not one.loses_function else ""
    )
    for consequence in brought[:1]:
        words += f"; {consequence.what}"
    return words


def _own_hint(event: GraphBreak) -> str:
    return next((hint for hint in event.hints if _SETTING.search(hint)), "")


# --- cures ----------------------------------------------------------------------------


def _branch(one: Break) -> Cure:
    where, source, tree = one.where, one.source, one.tree()
    if where is None or source is None or tree is None:
        return Cure("", "compute both ways and choose with `torch.where`")
    branch = rewriting.branch_at(tree, where.line)
    edit = rewriting.without_branch(branch, *source) if branch is not None else ""
    if edit:
        return Cure(edit, f"in place of the `if` at {place(where)}")
    return Cure(
        "", "compute both ways and choose with `torch.where`, or use `torch.cond`"
    )


def _number(one: Break) -> Cure:
    """A tensor's value as a Python number: to be kept a tensor where it is tested."""
    where, source, tree = one.where, one.source, one.tree()
    setting = Cure(
        "torch._dynamo.config.capture_scalar_outputs = True", "before the first call"
    )
    if where is None or source is None or tree is None:
        return setting
    stored = rewriting.stored_at(tree, where.line)
    if not stored & rewriting.tested_names(tree):
        return setting
    branch = rewriting.branch_on(tree, stored)
    kept = re.sub(r"\.item\(\)", "", where.text)
    edit = rewriting.without_branch(branch, *source) if branch is not None else ""
    if edit and kept != where.text:
        return Cure(f"{kept}; {edit}", "keep it a tensor, and choose without an `if`")
    return Cure(kept if kept != where.text else "", "keep it a tensor; no `if` on it")


def _setting(one: Break) -> Cure:
    """What torch's hint says, where that is a setting."""
    for hint in one.event.hints:
        found = _SETTING.search(hint)
        if found is not None:
            return Cure(found.group(), "before the first call")
    return _as_hinted(one)


def _logging(one: Break) -> Cure:
    found = _LOGGER_METHOD.search(one.event.context + one.event.text)
    method = found["name"] if found else "info"
    return Cure(
        f"torch._dynamo.config.ignore_logging_functions.add(logging.Logger.{method})",
        "before the first call: compiled calls then log nothing there",
    )


def _builtin(one: Break) -> Cure:
    if re.search(r"\bprint\b", one.event.context + one.event.explanation):
        return Cure(
            "torch._dynamo.config.reorderable_logging_functions.add(print)",
            "before the first call: it then prints after the graph",
        )
    return _as_hinted(one)


def _skipped_function(one: Break) -> Cure:
    found = _SKIPPED_FUNCTION.search(one.event.explanation)
    name = found["name"] if found else ""
    function = function_name(one.run, one.frames[0])
    what = f"the call of `{name}`" if name else "this call"
    return Cure("", f"move {what} out of `{function}`, to where that is called")


def _disabled(one: Break) -> Cure:
    """A function that somebody told torch to leave alone."""
    return Cure(
        "",
        "compile what computes (a part such as `self.net.compile()`), not the function "
        "that calls it",
    )


def _own_break(one: Break) -> Cure:
    if one.is_in_library:
        return Cure("", "the library breaks the graph on purpose; nothing to change")
    return Cure("", "remove the call of `torch._dynamo.graph_break()`")


def _as_hinted(one: Break) -> Cure:
    general = ("This graph break is fundamental", "It may be possible", "Please")
    specific = [h for h in one.event.hints if not h.startswith(general)]
    return Cure("", " ".join(specific[0].split()) if specific else "")


# The first row whose pattern is found in torch's reason gives the cure.
RULES: tuple[Rule, ...] = (
    Rule(
        "branch-on-tensor",
        re.compile(r"[Dd]ata-dependent (?:branch|jump)|Dynamic control flow"),
        _branch,
    ),
    Rule(
        "tensor-as-number",
        re.compile(r"Tensor\.item|[Dd]ata dependent operator"),
        _number,
    ),
    Rule("data-dependent-size", re.compile(r"[Dd]ynamic shape operator"), _setting),
    Rule("logging", re.compile(r"logging\.Logger"), _logging),
    Rule("builtin", re.compile(r"builtin operator|trace builtin"), _builtin),
    Rule("skipped-function", re.compile(r"marked as skipped"), _skipped_function),
    Rule(
        "disabled-function",
        re.compile("torch.compiler.disable|skip inlining"),
        _disabled,
    ),
    Rule("own-break", re.compile(r"graph_break\(\)"), _own_break),
    Rule("graph-break", re.compile(""), _as_hinted),
)
