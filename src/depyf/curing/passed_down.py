"""Let a caller make a value whose call breaks the graph in a helper.

The helper gets a parameter for the value, and makes it itself if it gets none.  This
goes up to the compiled function.  There, the call can run before the rest is compiled.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import free_name, loaded_names, stored_names
from depyf.curing.call_arguments import simple_arguments
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import calls_at, replaced, source_of
from depyf.model.findings.compile_sites import with_argument
from depyf.model.findings.names import program_stack
from depyf.model.findings.program_index import Function, parameters_of
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame


class _Level(NamedTuple):
    """A function on the stack of a break, and the call in it that leads further in."""

    file: str
    function: Function
    call: ast.Call


def passed_down(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that passes the value down from the compiled function."""
    for frame in one.frames:
        levels = _levels(one, files, frame)
        if not levels or _is_first(levels[0]):
            continue  # `compiled_rest` is for such a call
        for at in range(1, len(levels)):
            edits = _edits(files, levels[: at + 1])
            if edits:
                call = source_of(files.lines(levels[at].file), levels[at].call)
                what = f"pass the result of `{call}` to `{levels[at].function.name}`"
                yield Proposal(finding, what, tuple(edits))
                break


def _levels(one: Break, files: ProgramFiles, frame: Frame) -> list[_Level]:
    """Return the levels from the compiled function on; empty if one is unclear."""
    own = [line for line in program_stack(one.event.user_stack) if _is_own(files, line)]
    found: list[_Level] = []
    for line, inner in zip(own, [*own[1:], None]):
        tree = files.tree(line.file)
        function = function_at(tree, line.line)
        is_first = line.file == frame.file and line.function == frame.co_name
        if function is None or not (found or is_first):
            continue
        calls = [*calls_at(tree, line.line)]
        if inner is not None:
            calls = [one for one in calls if last_name(one.func) == inner.function]
        if not calls:
            return []
        found.append(_Level(line.file, function, calls[0]))
    return found


def _is_own(files: ProgramFiles, line: SourceLine) -> bool:
    return files.is_own(line.file)


def _edits(files: ProgramFiles, levels: Sequence[_Level]) -> list[Edit]:
    """Return the edits that make the innermost call at the outermost level."""
    *outer, last = levels
    source = source_of(files.lines(last.file), last.call)
    if not _is_given(last) or "\n" in source:
        return []
    name = free_name(files.tree(last.file), f"{last_name(last.call.func)}_result")
    value = f"({source} if {name} is None else {name})"
    edits = [replaced(files, last.file, last.call, value)]
    node: ast.expr = last.call
    for number, level in reversed([*enumerate(outer)]):
        inner = levels[number + 1]
        signature = _with_parameter(files, inner, name)
        text = _translated(files, inner, node, source, level)
        if signature is None or text is None:
            return []
        edits.append(signature)
        source, node = text, ast.parse(text, mode="eval").body
        if not _is_given(level._replace(call=ast.Call(node, [], []))):
            return []
        given = source if number == 0 else f"{source} if {name} is None else {name}"
        call = with_argument(
            source_of(files.lines(level.file), level.call), f"{name}={given}"
        )
        edits.append(replaced(files, level.file, level.call, call))
    return edits


def _is_given(level: _Level) -> bool:
    """Return whether a call uses only parameters that its function does not set."""
    function = level.function
    local = stored_names([function]) | set(parameters_of(function))
    names = loaded_names([level.call]) & local
    return names <= set(parameters_of(function)) - stored_names(function.body)


def _is_first(level: _Level) -> bool:
    """Return whether a call can run before all else, and computes no argument."""
    calls = [one for one in ast.walk(level.call) if isinstance(one, ast.Call)]
    return len(calls) == 1 and _is_given(level)


def _with_parameter(files: ProgramFiles, level: _Level, name: str) -> Edit | None:
    """Return the edit that adds an optional parameter; None after ``*`` or ``**``."""
    args = level.function.args
    if args.vararg or args.kwarg or args.kwonlyargs or not args.args:
        return None
    last = args.defaults[-1] if args.defaults else args.args[-1]
    source = source_of(files.lines(level.file), last)
    return replaced(files, level.file, last, f"{source}, {name}=None")


def _translated(
    files: ProgramFiles, inner: _Level, node: ast.expr, source: str, outer: _Level
) -> str | None:
    """Return an expression of a function in the names of its caller, or None."""
    given = simple_arguments(files.lines(outer.file), inner.function, outer.call)
    parts: list[tuple[int, int, str]] = []
    start = node.col_offset
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and one.id in parameters_of(inner.function):
            if one.id not in given:
                return None
            end = one.end_col_offset or 0
            parts.append((one.col_offset - start, end - start, given[one.id]))
    text = source.encode()
    for first, last, new in sorted(parts, reverse=True):
        text = text[:first] + new.encode() + text[last:]
    return text.decode()
