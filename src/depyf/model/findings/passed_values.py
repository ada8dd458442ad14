"""Find the value that the user's call passes for the argument with the failed guard."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Sequence

from depyf.model.events import SourceLine
from depyf.model.findings.expression_parts import fixed_count, given_at
from depyf.model.findings.names import passed_names
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_text import file_of, index_of, program_files
from depyf.model.findings.spots import Spot, spot_of_node
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.path_steps import ITEM

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.program_index import ProgramIndex
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.findings.user_names import Reached
    from depyf.model.run import Frame
    from depyf.torch_text.path_steps import Part


_NAMED = (ast.Name, ast.Attribute, ast.Subscript)


def passed_by_call(
    group: Group, value: Reached
) -> tuple[Spot, ast.expr, Sequence[Part]] | None:
    """Find the expression that the user's call passes for the argument.

    Returns:
        The spot of the call, the expression, and the path from it to the value; None if
        the call is unclear.
    """
    line = group.called_at
    file = file_of(group.run, line)
    if line is None or file is None:
        return None
    index = index_of(file)
    calls = [
        call
        for found in index.calls.values()
        for call in found
        if call.lineno == line.line
    ]
    found = [
        (call, *taken)
        for call in calls
        for taken in [_argument(group, value, call)]
        if taken is not None
    ]
    inner = {id(one) for call, *_ in found for one in ast.walk(call) if one is not call}
    outer = [one for one in found if id(one[0]) not in inner]
    known = [one for one in found if _calls_frame(group, file, one[0])]
    known = known or [one for one in found if _is_compiled_call(index, one[0])]
    chosen = known if len(known) == 1 else outer
    if len(chosen) != 1:
        return None
    call, node, parts = chosen[0]
    around = index.function_around(call), index.class_around(call)
    return Spot(file, line.line, *around), node, parts


def _calls_frame(group: Group, file: ProgramFile, call: ast.Call) -> bool:
    """Return whether a call runs the compiled function, according to the source."""
    tracer = tracer_of(program_files(group.run))
    name = group.run.root_of(group.frame).co_name
    return any(
        where.file == group.frame.file and function.name == name
        for where, function in tracer.callees.of(call, spot_of_node(file, call))
    )


def _is_compiled_call(index: ProgramIndex, call: ast.Call) -> bool:
    """Return whether a call runs a result of `torch.compile`."""
    name = last_name(call.func)
    return any(
        isinstance(one.value, ast.Call) and last_name(one.value.func) == "compile"
        for one in index.stores.get(name, ())
        if one.value is not None
    )


def _argument(
    group: Group, value: Reached, call: ast.Call
) -> tuple[ast.expr, Sequence[Part]] | None:
    """Return the expression that a call passes, and the path from it to the value."""
    frame = _called(group, value)
    if value.root == "self" and not value.parts:
        is_named = isinstance(call.func, _NAMED)
        return (_called_object(call, frame), ()) if is_named else None
    given = passed_names(frame)
    at = given.index(value.root) if value.root in given else None
    key: str = value.root
    parts = value.parts
    stars = value.stars(frame)
    if stars and parts and parts[0].kind is ITEM:
        first, parts = parts[0].key, parts[1:]
        if isinstance(first, int):
            key, at = "", (at or 0) + first
        else:
            key, at = str(first), None
    elif stars == "**":
        return _unpacked(call, value.parts)
    elif stars or (at is None and not call.keywords):
        return None
    found = given_at(call, key, at, _count(group, frame))
    if found is None and stars == "**":
        return _unpacked(call, value.parts)
    return (found, parts) if found is not None else None


def _count(group: Group, frame: Frame) -> int | None:
    """Return the number of positional arguments of all calls; None if it varies."""
    file = file_of(group.run, SourceLine(frame.file, frame.first_line))
    own = index_of(file).function_at(frame.first_line) if file is not None else None
    if own is None:
        return None
    first = [one.arg for one in own.args.args[:1]]
    return fixed_count(own, is_bound=not {*first} <= {*passed_names(frame)})


def _called_object(call: ast.Call, frame: Frame) -> ast.expr:
    """Return the object whose method, or which itself, a call calls."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == frame.co_name:
        return call.func.value
    return call.func


def _called(group: Group, value: Reached) -> Frame:
    """Return the frame to which a call passes the value.

    A resume function has the variables of the user's function.  The user's function is
    returned if it does not set the variable itself.
    """
    frame = group.frame
    root, file = group.run.root_of(frame), file_of(group.run, group.frame_line)
    if root is frame or file is None or value.root not in passed_names(root):
        return frame
    index = index_of(file)
    own = index.function_at(root.first_line)
    is_set = any(one.function is own for one in index.stores.get(value.root, ()))
    return frame if is_set else root


def _unpacked(
    call: ast.Call, parts: Sequence[Part]
) -> tuple[ast.expr, Sequence[Part]] | None:
    """Return what a call passes as ``**options``, if it has no other keywords."""
    given = call.keywords
    is_all = len(given) == 1 and given[0].arg is None
    return (given[0].value, parts) if is_all else None
