"""Let a caller compute a value, if computing it in a helper breaks the graph.

The helper gets a parameter for the value, and makes it itself if it gets none.  This
goes up to the compiled function.  There, the call can run before the rest is compiled.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import free_name, loaded_names, stored_names
from depyf.curing.call_arguments import CALLED, simple_arguments, with_names
from depyf.curing.proposal import Proposal
from depyf.curing.stacks import stack_from
from depyf.curing.syntax import calls_at, replaced, source_of, statement_at
from depyf.model.findings.compile_sites import with_argument
from depyf.model.findings.names import program_stack
from depyf.model.findings.program_index import Function, parameters_of
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame


class Level(NamedTuple):
    """A function on the stack of a break, and the call in it that leads further in."""

    file: str
    function: Function
    call: ast.Call


class Passed(NamedTuple):
    """Edits that pass a value from the outermost function down to the innermost one."""

    edits: list[Edit]  # all but the call in the outermost function
    parameter: str
    source: str  # the call that makes the value, in the outermost function's names


def passed_down(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that passes the value down from the compiled function."""
    for frame in one.frames:
        levels = levels_of(one, files, frame)
        if not levels or _is_first(levels[0]):
            continue  # `compiled_rest` is for such a call
        for at in range(1, len(levels)):
            is_ignored = is_statement(files, levels[at])
            found = None if is_ignored else passed_to_last(files, levels[: at + 1])
            if found:
                edits = (*found.edits, with_value(files, levels[0], found))
                yield Proposal(finding, passed_in_words(files, levels[at]), edits)
                break


def levels_of(one: Break, files: ProgramFiles, frame: Frame | None) -> list[Level]:
    """Return the levels on the stack of a break, as far as calls name their functions.

    Args:
        one: the break.
        files: the program's files.
        frame: the function to begin with.  If not known, begin as far out as calls by
            name go.

    Returns:
        The levels, the outermost first; none if a call from `frame` on is unclear.
    """
    if frame is not None:
        own = stack_from(files, one, frame)
    else:
        stack = program_stack(one.event.user_stack)
        own = [line for line in stack if files.is_own(line.file)]
    found: list[Level] = []
    for line, inner in zip(own, [*own[1:], None]):
        tree = files.tree(line.file)
        function = function_at(tree, line.line)
        if function is None:
            continue
        calls = [*calls_at(tree, line.line)]
        if inner is not None:
            calls = _calls_of(calls, inner.function)
        if calls:
            found.append(Level(line.file, function, calls[0]))
        elif inner is None:
            return found
        elif frame is not None:
            return []
        else:
            found = []
    return found


def _calls_of(calls: Sequence[ast.Call], function: str) -> list[ast.Call]:
    """Return the calls that may run a function; those of its name, if there are some.

    `forward` runs by a call of a module, which has another name.
    """
    found = [one for one in calls if last_name(one.func) == function]
    if found or function not in CALLED:
        return found
    modules = [one for one in calls if dotted(one.func).startswith("self.")]
    return modules if len(modules) == 1 else []


def passed_in_words(files: ProgramFiles, last: Level) -> str:
    """Describe the edit that passes a call's result to the function with the call."""
    call = source_of(files.lines(last.file), last.call)
    return f"pass the result of `{call}` to `{last.function.name}`"


def passed_to_last(files: ProgramFiles, levels: Sequence[Level]) -> Passed | None:
    """Return the edits by which the innermost function gets the result of its call."""
    *outer, last = levels
    source = source_of(files.lines(last.file), last.call)
    if not is_given(last) or "\n" in source:
        return None
    name = free_name(files.tree(last.file), f"{last_name(last.call.func)}_result")
    value = f"({source} if {name} is None else {name})"
    edits = [replaced(files, last.file, last.call, value)]
    node: ast.expr = last.call
    for level, inner in reversed([*zip(outer, levels[1:])]):
        signature = _with_parameter(files, inner, name)
        text = translated(files, inner, node, source, level)
        if signature is None or text is None:
            return None
        edits.append(signature)
        source, node = text, ast.parse(text, mode="eval").body
        if not is_given(level._replace(call=ast.Call(node, [], []))):
            return None
        if level is not levels[0]:
            value = f"{source} if {name} is None else {name}"
            edits.append(with_value(files, level, Passed([], name, value)))
    return Passed(edits, name, source)


def is_statement(files: ProgramFiles, level: Level) -> bool:
    """Return whether a function ignores the result of a level's call."""
    statement = statement_at(files.tree(level.file), level.call.lineno)
    return isinstance(statement, ast.Expr) and statement.value is level.call


def with_value(files: ProgramFiles, level: Level, given: Passed) -> Edit:
    """Return the edit that adds the value as an argument to the call of a level."""
    call = source_of(files.lines(level.file), level.call)
    new = with_argument(call, f"{given.parameter}={given.source}")
    return replaced(files, level.file, level.call, new)


def is_given(level: Level) -> bool:
    """Return whether a call uses only parameters that its function does not set."""
    function = level.function
    local = stored_names([function]) | set(parameters_of(function))
    names = loaded_names([level.call]) & local
    return names <= set(parameters_of(function)) - stored_names(function.body)


def _is_first(level: Level) -> bool:
    """Return whether a call contains no other and can run first in its function."""
    calls = [one for one in ast.walk(level.call) if isinstance(one, ast.Call)]
    return len(calls) == 1 and is_given(level)


def _with_parameter(files: ProgramFiles, level: Level, name: str) -> Edit | None:
    """Return the edit that adds an optional parameter; None after ``*`` or ``**``."""
    args = level.function.args
    if args.vararg or args.kwarg or args.kwonlyargs or not args.args:
        return None
    last = args.defaults[-1] if args.defaults else args.args[-1]
    source = source_of(files.lines(level.file), last)
    return replaced(files, level.file, last, f"{source}, {name}=None")


def translated(
    files: ProgramFiles, inner: Level, node: ast.expr, source: str, outer: Level
) -> str | None:
    """Return an expression of a function in the names of its caller, or None.

    Args:
        files: the program's files.
        inner: the function.
        node: the expression.
        source: its source.
        outer: the caller, with the call of the function.
    """
    given = simple_arguments(files.lines(outer.file), inner.function, outer.call)
    own = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    if not own & {*parameters_of(inner.function)} <= set(given):
        return None
    return with_names(source, node, given)
