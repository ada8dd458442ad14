"""Find the calls that led from the compiled function to a graph break."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.model.findings.names import (
    is_in,
    is_library,
    joined,
    outer_lines,
    place,
    program_stack,
)
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted
from depyf.model.source_places import is_of_torch
from depyf.model.wording import some

if TYPE_CHECKING:
    from depyf.model.events import GraphBreak, SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Compilation, Frame


def ways_to(one: Break) -> list[SourceLine]:
    """Return the user's calls that led to the user's innermost line, nearest first.

    Calls outside of the compiled function are left out.  If there are only calls of
    libraries, such as of a hook, these are returned.
    """
    return _ways(one, one.event)


def also_called(one: Break) -> str:
    """Return in words the other calls of the function with the broken line.

    Torch's stacks may lack a call.  A line with another call behind it in one stack
    does not call the function itself.
    """
    ways = [_ways(one, event) for event in one.events]
    further = {line for each in ways for line in each[1:]}
    nearest = [each[0] for each in ways if each]
    left_out = {one.led_here, *further}
    found = dict.fromkeys(line for line in nearest if line not in left_out)
    also = "also called" if one.led_here is not None else "called"
    return f"{also} at {joined(some(map(place, found)))}" if found else ""


def _ways(one: Break, event: GraphBreak) -> list[SourceLine]:
    stack, where = program_stack(event.user_stack), one.where
    end = stack.index(where) if where in stack else 0
    compiled = [at for at, line in enumerate(stack[:end]) if is_within(one, line)]
    inner = stack[compiled[0] : end] if compiled else []
    ways = [
        line
        for line in reversed(inner)
        if where is not None and (line.file, line.line) != (where.file, where.line)
        if not is_of_torch(line.file)
    ]
    # A comprehension may be a function of its own, on the line of its caller.
    places = {(line.file, line.line): line for line in reversed(ways)}
    ways = [line for line in ways if places[line.file, line.line] is line]
    return [line for line in ways if not is_library(line.file)] or ways


def in_compiled(one: Break) -> SourceLine | None:
    """Return the call in the compiled function, if it is not the nearest one."""
    ways = ways_to(one)
    found = [line for line in ways if is_within(one, line)]
    return found[0] if found and found[0] != ways[0] else None


def stacks_to(one: Break) -> list[list[SourceLine]]:
    """Return the stacks of the break, one for each time that a function met it.

    Torch's own stacks lack callers that are compiled functions themselves.  The stack
    of the compilation contains them.  A stack without the function is left out, if
    others have it.
    """
    found, last = [], one.event.user_stack[-1:]
    for frame, compilation in _met_in(one):
        for event in compilation.breaks or [one.event]:
            stack = program_stack(event.user_stack)
            own = [at for at, line in enumerate(stack) if is_in(frame, line)]
            if own and stack[-1:] == [*last]:
                found.append([*outer_lines(compilation), *stack[own[0] :]])
    return found or [program_stack(one.event.user_stack)]


def _met_in(one: Break) -> Iterator[tuple[Frame, Compilation]]:
    """Yield the compilations that met a break, with their functions."""
    met = {id(each) for each in one.compilations}
    for frame in one.frames:
        for each in frame.compilations:
            if id(each) in met:
                yield frame, each


def calls_library(one: Break) -> str:
    """Return the program's call into the library that contains the broken line.

    Torch names a function further in, which the program does not know.  The result is
    empty if the line has no call of the function that comes next on the stack.
    """
    stack, where = program_stack(one.event.user_stack), one.where
    tree = one.tree()
    if where not in stack[:-1] or tree is None:
        return ""
    inner = stack[stack.index(where) + 1]
    calls = (
        dotted(node.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.lineno == where.line
        if last_name(node.func) == inner.function
    )
    return next(calls, "") if is_library(inner.file) else ""


def is_within(one: Break, line: SourceLine) -> bool:
    """Return whether a line is in a compiled function that met the break."""
    return any(is_in(frame, line) for frame in one.frames)
