"""Write comments beside lines of transformed code: the lines that they come from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Iterable, Sequence

from depyf.model.events import SourceLine
from depyf.model.wording import lower_first
from depyf.regexes import regex
from depyf.render.details import effect_names, target_name
from depyf.render.places import captured_briefly, place
from depyf.torch_text.names import resumed_function, resumed_line

if TYPE_CHECKING:
    from depyf.model.events import GraphBreak, TransformedCode
    from depyf.model.run import Compilation, Frame

_LONGEST_PLACE = 40  # characters of a location beside a line of code
_WORD = regex(r"\w+")
_SETS_ATTRIBUTE = regex(r"(?P<owner>[^=]+)\.(?P<name>\w+) = .*")


def line_comments(
    compilation: Compilation, entry: TransformedCode, frame: Frame
) -> dict[int, str]:
    """Return the comments for the ends of lines of transformed code, by line number."""
    comments: dict[int, list[str]] = {}
    lines = entry.source.split("\n")
    leading = _leading(entry.source)
    for prefix in compilation.prefixes:
        called = _first_with(lines, [prefix])
        if called:
            where = captured_briefly(compilation, frame, prefix, _LONGEST_PLACE)
            arrow = f"{where} -> {prefix}.*" if where else f"-> {prefix}.*"
            comments.setdefault(called, []).append(arrow)
    for event in compilation.breaks:
        line = _break_line(event, compilation, entry, lines)
        if line:
            comments.setdefault(line, []).append(_break_words(event, entry))
    for line, stored in _stores(compilation, lines).items():
        words = f"{place(stored.file, stored.line)}  after the graph"
        comments.setdefault(line, [words])
    for line, words in _resumptions(entry, lines).items():
        comments.setdefault(line, [words])
    return {line - leading: "; ".join(words) for line, words in comments.items()}


def _leading(source: str) -> int:
    """Return how many lines the text of an entry leaves out at its begin."""
    return len(source) - len(source.lstrip("\n"))


def _break_words(event: GraphBreak, entry: TransformedCode) -> str:
    """Return a comment: ``a.py:15  graph break inside, at b.py:6: ...``."""
    reason = lower_first(event.reason)
    if not event.user_stack:
        return f"graph break: {reason}"
    innermost = event.user_stack[-1]
    own = _own_line(event.user_stack, entry) or innermost
    inner, outer = (place(one.file, one.line) for one in (innermost, own))
    if outer == inner:
        return f"{inner}  graph break: {reason}"
    return f"{outer}  graph break inside, at {inner}: {reason}"


def _own_line(stack: Sequence[SourceLine], entry: TransformedCode) -> SourceLine | None:
    """Return the line of the function itself, not of a called function, if known.

    If the break is in a loop of a called function, the stack lacks the caller. Then
    the names of the resume functions have the line.
    """
    name = resumed_function(entry.co_name) or entry.co_name
    # A called method may have the same name and be in the same file.
    lines = [line for link in entry.lines for line in link.user_lines]
    own = (
        one
        for one in reversed(stack)
        if one.function == name
        and one.file == entry.original_file
        and (not lines or min(lines) <= one.line <= max(lines))
    )
    return next(own, None) or _resumed_after(entry)


def _resumed_after(entry: TransformedCode) -> SourceLine | None:
    """Return the line after which all resume functions of an entry start, if any."""
    found = {(one.file, resumed_line(one.co_name)) for one in entry.resumes}
    if len(found) != 1:
        return None
    ((file, line),) = found
    return SourceLine(file, line) if file and line else None


def stores_after(
    compilation: Compilation, entry: TransformedCode
) -> dict[int, SourceLine]:
    """Return the user's lines that set attributes after the graph, by line of code."""
    lines = entry.source.split("\n")
    found = _stores(compilation, lines)
    return {number - _leading(entry.source): line for number, line in found.items()}


def _stores(compilation: Compilation, lines: Sequence[str]) -> dict[int, SourceLine]:
    """Return the user's line that sets an attribute, for lines that set it.

    There is none if several lines set this attribute of this object.
    """
    found: dict[int, SourceLine] = {}
    names = effect_names(compilation)
    owners = {
        target_name(effect, names).replace("'", '"'): effect.user_lines
        for effect in compilation.side_effects
    }
    for number, line in enumerate(lines, 1):
        match = _SETS_ATTRIBUTE.fullmatch(line.strip())
        if match is None:
            continue
        all_lines = owners.get(match["owner"].replace("'", '"'), ())
        setting = _setting(match["name"], all_lines)
        if len({place(one.file, one.line) for one in setting}) == 1:
            found[number] = setting[0]
    return found


def _setting(name: str, lines: Sequence[SourceLine]) -> list[SourceLine]:
    """Return the lines that assign an attribute; if none does, those that name it."""
    # A line may only read it: `self.total = self.total.to(self.device)`.
    for pattern in (rf"\.{name}\b[^=]*=(?!=)", rf"\.{name}\b"):
        found = [one for one in lines if re.search(pattern, one.text)]
        if found:
            return found
    return []


def _resumptions(entry: TransformedCode, lines: Sequence[str]) -> dict[int, str]:
    """Return comments for calls of resume functions: after which line each resumes."""
    found: dict[int, str] = {}
    for resume in entry.resumes:
        number = _first_with(lines, [resume.name])
        line = resumed_line(resume.co_name)
        if number and line and resume.file:
            found[number] = f"goes on after {place(resume.file, line)}"
    return found


def _break_line(
    event: GraphBreak,
    compilation: Compilation,
    entry: TransformedCode,
    lines: list[str],
) -> int:
    """Return the line of the shown code for a graph break; 0 if unknown.

    If both branches of a test lead to a resume function, return the test's line.
    Otherwise return the first line after the graph call that comes from the user's
    line.  If there is none, return the line that calls a resume function.
    """
    after = max((_first_with(lines, [p]) for p in compilation.prefixes), default=0)
    resume = _first_with(lines, [resume.name for resume in entry.resumes])
    tests = [
        number
        for number, line in enumerate(lines, 1)
        if after < number < resume and line.lstrip().startswith("if ")
    ]
    if tests and len(entry.resumes) > 1:
        return tests[-1]
    own = _own_line(event.user_stack, entry)
    user_lines = {one.line for one in ([own] if own else event.user_stack)}
    for link in entry.lines:
        if link.line > after and user_lines.intersection(link.user_lines):
            return link.line
    return resume


def _first_with(lines: Sequence[str], names: Iterable[str]) -> int:
    """Return the first line (1-based) that mentions one of the names, or 0."""
    wanted = {*names}
    words = ((n, _WORD.findall(line)) for n, line in enumerate(lines, 1))
    return next((n for n, found in words if wanted.intersection(found)), 0)
