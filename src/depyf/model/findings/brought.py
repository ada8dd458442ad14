"""Link recompiles, and functions compiled separately, to the break that causes them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Sequence

from depyf.model.findings.breaks import breaks
from depyf.model.findings.names import is_in, is_library
from depyf.model.findings.one_each import difference
from depyf.model.python_text import parsed_statement, text_of
from depyf.torch_text.guard_forms import of_sizes
from depyf.torch_text.names import (
    resumed_function,
    stack_value,
    stack_value_in,
    with_stack_values,
)
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import GraphBreak, SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.findings.rule import Consequence
    from depyf.model.run import Run

AFTER_BREAK = "after the break"  # replaced if words are not about a break
# Guards on what a tensor is, which no value inside of one graph has.
OF_ARGUMENTS = {
    GuardKind.REQUIRES_GRAD,
    GuardKind.STRIDE,
    GuardKind.DTYPE,
    GuardKind.DEVICE,
}
_OF_PROPERTIES = {
    GuardKind.GRAD_MODE,
    GuardKind.REQUIRES_GRAD,
    GuardKind.SETTING,
    GuardKind.INFERENCE,
    GuardKind.DTYPE,
}


def broken_by(group: Group) -> GraphBreak | None:
    """Return the graph break that created a resume function; None if unknown."""
    parent = group.run.frame(group.frame.parent)
    for compilation in parent.compilations if parent is not None else ():
        if any(resume.frame == group.frame.key for resume in compilation.resumes):
            for event in compilation.breaks:
                if event.user_stack:
                    return event
    return None


def broken_line(group: Group) -> SourceLine | None:
    """Return the line whose graph break created a resume function."""
    event = broken_by(group)
    return event.user_stack[-1] if event is not None else None


def _line_of_value(group: Group) -> str:
    """Return the text of the resumed function's line at which the graph breaks."""
    event, frame = broken_by(group), group.frame
    stack = event.user_stack if event is not None else ()
    name = resumed_function(frame.co_name)
    own = [one for one in stack if one.function == name and one.file == frame.file]
    here = [one for one in own if one.line == frame.first_line]
    line = next(iter((*here, *own, *stack[-1:])), None)
    return _value_of(line.text) if line is not None else ""


def _value_of(statement: str) -> str:
    """Return the value that a statement returns or assigns; else the statement.

    >>> _value_of("sun = self.insolation(batch)"), _value_of("x[where(y)] = True")
    ('self.insolation(batch)', 'where(y)')
    >>> _value_of("out: Output = self.model(")  # the first line of several
    'self.model(...)'
    """
    statement = statement.strip()
    node = parsed_statement(statement)
    if node is None and statement.endswith("("):
        statement += "...)"
        node = parsed_statement(statement)
    assigns = (ast.AnnAssign, ast.Assign, ast.Return)
    value = node.value if isinstance(node, assigns) else None
    if isinstance(value, ast.Constant) and node is not None:  # `x[where(y)] = True`
        value = next((one for one in ast.walk(node) if isinstance(one, ast.Call)), None)
    return text_of(value, statement) if value is not None else statement


def varying_result(group: Group) -> str:
    """Say that code recompiles for values that cross a graph break."""
    crossing = group.frame.crossing
    value = stack_value_in(group.source)
    made_by = crossing.get(value) or (_line_of_value(group) if value else group.source)
    text = f"`{made_by}`" if made_by else "the graph break"
    each, kind = "value", group.first.kind
    if kind in _OF_PROPERTIES:
        # Torch's own name of the value says nothing.
        known = (
            f"`{crossing[value]}`" if value in crossing else "a value from before it"
        )
        words = difference(group).replace(f"`{value}`", known)
        return f"the code {AFTER_BREAK} recompiles: {words}"
    if kind is GuardKind.CONDITION and not of_sizes(group.first.condition):
        each = "result"
        condition = with_stack_values(
            group.first.condition,
            lambda number: crossing.get(stack_value(number), stack_value(number)),
        )
        text = f"`{condition}`" if crossing else text
    elif kind in {GuardKind.SIZE, GuardKind.CONDITION}:
        each = "size"
    return f"the code {AFTER_BREAK} recompiles for new {each}s of {text}{group.cost}"


def left_over(run: Run) -> dict[str, SourceLine]:
    """Map library frames that are compiled separately to the break that causes it.

    The map is from the key of the frame to the line of the break.
    """
    found: dict[str, SourceLine] = {}
    for one in breaks(run):
        stack = {(line.file, line.function) for line in one.event.user_stack}
        for frame in run.frames:
            is_other = frame.key != one.frame.key and frame.parent is None
            if is_other and is_library(frame.file) and one.innermost is not None:
                if (frame.file, frame.co_name) in stack:
                    found.setdefault(frame.key, one.innermost)
    return found


def alone_because_of(group: Group, every: Sequence[Break]) -> Break | None:
    """Return the break because of which the program's function is compiled alone.

    Its caller runs as plain Python because of the break, so torch compiles the
    functions that the caller calls.  Or the break is inside of the function, and the
    compiled function is further out.  None for other functions, and for libraries'.

    Args:
        group: the recompiles of the function.
        every: the graph breaks of the run.
    """
    for one in every if not is_library(group.frame.file) else ():
        if _is_cut_inside(group, one):
            return one
        if not one.loses_function:
            continue
        callers = [frame for frame in one.frames if not frame.entries]
        if group.frame not in callers and all(
            any(is_in(frame, line) for frame in callers for line in each.stack)
            for each in group.frame.compilations
            if each.stack  # a compilation that torch refused has none
        ):
            return one
    return None


def _is_cut_inside(group: Group, one: Break) -> bool:
    """Return whether a break of another function is inside of a group's function."""
    root = group.run.root_of(group.frame)
    outer = [each for each in map(group.run.root_of, one.frames) if each is not root]
    stacks = [event.user_stack for event in one.events]
    return any(
        is_in(frame, line) and any(is_in(root, inner) for inner in stack[at + 1 :])
        for frame in outer
        for stack in stacks
        for at, line in enumerate(stack)
    )


def brought_by(consequence: Consequence, every: Sequence[Break]) -> list[Break]:
    """Return the graph breaks that cause these recompiles.

    These are the breaks at the line, and of those the ones with the same reason.
    """
    line = consequence.where
    at_line = [
        one
        for one in every
        if one.innermost is not None and line is not None
        if (one.innermost.file, one.innermost.line) == (line.file, line.line)
    ]
    exact = [one for one in at_line if one.event.reason == consequence.reason]
    return exact or at_line
