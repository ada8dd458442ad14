"""The parts of a ``full_code`` file: guards and transformed code of one entry."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Collection, Iterable, Iterator

from depyf.model.file_names import graph_file, kernel_file, safe_name, transformed_stem
from depyf.model.python_text import parsed_expression
from depyf.model.source_places import one_line
from depyf.render.places import (
    captured_place,
    lower_first,
    place,
    shortened,
    user_place,
)
from depyf.render.source_text import inert, renamed, with_comments

if TYPE_CHECKING:
    from depyf.model.events import GraphBreak, GuardPart, TransformedCode
    from depyf.model.run import Compilation, Frame, Run

# An operand of "and" that would bind differently without parentheses.
_LONGEST_REMARK = 100  # torch prints its whole global state; the report has it all
_ABSENCE = re.compile(r"hasattr\((.+), ('\w+')\) == False")
_LOOSE_WORDS = re.compile(r"\b(?:and|or|if|lambda)\b|:=")
_LOOSE = (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr)


def guard_name(entry: TransformedCode) -> str:
    """Return the name of the predicate that decides whether an entry fits."""
    return f"__guard_{entry.index}_for_{safe_name(entry.co_name)}"


def guard_source(compilation: Compilation, entry: TransformedCode) -> str:
    """Return the guards of an entry as one predicate over its locals and globals."""
    head = f"def {guard_name(entry)}(L, G):"
    if not compilation.guards_known:
        return (
            f"{head}\n    # torch did not tell the guards of this entry.\n"
            "    raise NotImplementedError"
        )
    if not compilation.guards:
        return f"{head}\n    return True  # no guards: it always fits"
    python = [part for part in compilation.guards if part.python]
    other = [part for part in compilation.guards if not part.python]
    lines = [head]
    if other:
        lines.append("    # Also checked; torch does not print these as Python:")
        lines += [f"    #   {one_line(p.expression)}{_remarks(p)}" for p in other]
    if not python:
        return "\n".join([*lines, "    return True"])
    lines.append("    return (")
    for position, part in enumerate(_folded(python)):
        joint = "and " if position else ""
        lines.append(f"        {joint}{_operand(part.expression)}{_remarks(part)}")
    return "\n".join([*lines, "    )"])


def _folded(parts: list[GuardPart]) -> Iterator[GuardPart]:
    """The guards, those on several missing attributes of one object as one.

    Torch asks of every input whether it bears one of half a dozen private marks.
    """
    for owner, group in groupby(parts, lambda part: (_absence(part)[0], part.remark)):
        same = list(group)
        if not owner[0] or len(same) == 1:
            yield from same
            continue
        every = ", ".join(_absence(one)[1] for one in same)
        text = f"not any(hasattr({owner[0]}, mark) for mark in ({every}))"
        yield replace(same[0], expression=text)


def _absence(part: GuardPart) -> tuple[str, str]:
    """Which attribute of what has to be missing, "" and "" for any other guard."""
    found = _ABSENCE.fullmatch(part.expression)
    return (found.group(1), found.group(2)) if found else ("", "")


def _operand(expression: str) -> str:
    if not _LOOSE_WORDS.search(expression):
        return expression
    node = parsed_expression(expression)
    return f"({expression})" if isinstance(node, _LOOSE) else expression


def _remarks(part: GuardPart) -> str:
    remark = shortened(one_line(part.remark), _LONGEST_REMARK)
    words = "; ".join(text for text in (remark, user_place(part.user_line)) if text)
    return f"  # {words}" if words else ""


def entry_texts(
    compilation: Compilation, entry: TransformedCode, frame: Frame
) -> tuple[str, str]:
    """Return the guards of an entry and its transformed code."""
    guards = guard_source(compilation, entry)
    return guards, transformed_source(compilation, entry, frame)


def transformed_source(
    compilation: Compilation, entry: TransformedCode, frame: Frame
) -> str:
    """Return the transformed code with comments that tie it to the user's program."""
    text = entry.source.strip("\n")
    text = renamed(text, transformed_stem(entry.co_name, entry.index))
    return inert(with_comments(text, _line_comments(compilation, entry, frame)))


def _line_comments(
    compilation: Compilation, entry: TransformedCode, frame: Frame
) -> dict[int, str]:
    """Return what to say at the end of which line of the transformed code."""
    comments: dict[int, list[str]] = {}
    lines = entry.source.split("\n")
    leading = len(lines) - len(entry.source.lstrip("\n").split("\n"))
    for prefix in compilation.prefixes:
        called = _first_with(lines, [prefix])
        if called:
            where = captured_place(compilation, frame, prefix)
            arrow = f"{where} -> {prefix}.*" if where else f"-> {prefix}.*"
            comments.setdefault(called, []).append(arrow)
    for event in compilation.breaks:
        line = _break_line(event, compilation, entry, lines)
        if line:
            where = place(*_break_place(event)) if event.user_stack else ""
            words = f"graph break: {lower_first(event.reason)}"
            comments.setdefault(line, []).append(f"{where}  {words}".strip())
    return {line - leading: "; ".join(words) for line, words in comments.items()}


def _break_place(event: GraphBreak) -> tuple[str, int]:
    innermost = event.user_stack[-1]
    return innermost.file, innermost.line


def _break_line(
    event: GraphBreak,
    compilation: Compilation,
    entry: TransformedCode,
    lines: list[str],
) -> int:
    """Return the line of the shown code at which a graph break happened, 0 if unknown.

    Where both ways lead to a resume function, the test between them; else the first
    line after the graph call that stands for the user's line, or calls a resume
    function.
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
    user_lines = {place.line for place in event.user_stack}
    for link in entry.lines:
        if link.line > after and user_lines.intersection(link.user_lines):
            return link.line
    return resume


def _first_with(lines: list[str], names: Iterable[str]) -> int:
    """Return the first line (1-based) that mentions one of the names, or 0."""
    names = [re.escape(name) for name in names if name]
    if not names:
        return 0
    pattern = re.compile(rf"\b(?:{'|'.join(names)})\b")
    return next((n for n, line in enumerate(lines, 1) if pattern.search(line)), 0)


def quality_words(entry: TransformedCode) -> str:
    """Return ``exact; the view hides 141 of 150 instructions (...)``."""
    words = entry.quality
    if entry.hidden_instructions:
        words += (
            f"; the view hides {entry.hidden_instructions} of "
            f"{entry.total_instructions} instructions (list packing, profiler calls)"
        )
    return words


def compiled_functions(run: Run, wanted: Collection[str]) -> dict[str, list[str]]:
    """Return the files of these ``__compiled_fn_N``, in reading order."""
    files: dict[str, list[str]] = {prefix: [] for prefix in wanted}
    for compilation in run.compilations:
        for graph in compilation.graphs:
            if graph.prefix in files:
                name = graph_file(graph.prefix, graph.stage, graph.index)
                files[graph.prefix].append(name)
        for kernel in compilation.kernels:
            if kernel.prefix in files:
                name = kernel_file(kernel.prefix, kernel.index)
                files[kernel.prefix].append(name)
    return files
