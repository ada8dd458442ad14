"""Say what makes a property of a value the same in all calls, with the line."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings.companions import companions
from depyf.model.findings.conditions import is_of_module
from depyf.model.findings.dtype_makers import DEFAULT, is_made_with_default
from depyf.model.findings.names import joined, place
from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import file_of, index_of, program_files
from depyf.model.findings.rewriting import (
    branch_at,
    only_assigns,
    remainders,
    taken_once_more,
)
from depyf.model.findings.syntax_parts import last_name
from depyf.model.findings.tensor_changes import is_without_gradients
from depyf.model.python_text import text_of

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

_FLOATS = {"float16", "bfloat16", "float64"}
_DISPLAYS = (ast.List, ast.Tuple, ast.Dict, ast.ListComp, ast.DictComp)
_HELD = {Kind.KEY, Kind.ATTRIBUTE}
_REMOVE = {"clear", "pop", "popitem"}


def to_one_dtype(group: Group) -> str:
    """Return what to do about a value of several dtypes, with the line if it is known.

    A call such as ``torch.zeros(3)`` gives the default dtype, beside another one that
    autocast gives.
    """
    met = {text for one in group.causes for text in (one.expected, one.actual)}
    others = met - {DEFAULT}
    made = [line for line in group.origin if _makes_default(group, line)]
    if DEFAULT in met and len(others) == 1 and others <= _FLOATS and len(made) == 1:
        return f"`dtype=torch.{others.pop()}` at {place(made[0])}, if results allow"
    return "give it one dtype in all calls, if results allow"


def to_require_gradients(group: Group) -> str:
    """Return what to do about a tensor that requires gradients in some calls only.

    Nothing, if the program also runs the function without gradients: then it may only
    be evaluated there.
    """
    if any(map(is_without_gradients, group.frame.entries)):
        return ""
    if not is_of_module(group.first):
        return (
            "call `requires_grad_()` on it where it has none: torch then computes one "
            "more gradient"
        )
    which = "all of them" if companions(group) else "it"
    calls = [index_of(file).calls for file in program_files(group.run)]
    if not any("step" in each for each in calls):
        return (
            f"let {which} require gradients in all calls, if the program does not "
            "choose by `requires_grad` what it trains"
        )
    return (
        f"let {which} require gradients in all calls, and set `grad` to None before "
        "the optimizer's step where a gradient is not wanted"
    )


def without_inference_mode(group: Group) -> str:
    """Return what to do about inference mode, with the line if there is only one."""
    lines = [place(line) for line in group.origin if "inference_mode" in line.text]
    where = f" at {lines[0]}" if len(lines) == 1 else ""
    return f"use `torch.no_grad()` instead of inference mode{where}"


def for_all_sizes(group: Group) -> str:
    """Return what to do about an ``if`` on a size that only computes variables."""
    line = group.first.user_line
    file = file_of(group.run, line)
    branch = branch_at(index_of(file).tree, line.line) if file and line else None
    if line is None or branch is None or not only_assigns(branch):
        return ""
    text = file.text if file is not None else ""
    changed = [
        f"`{taken_once_more(node, text)}` instead of `{text_of(node, text)}`"
        for node in remainders(branch)
    ]
    also = f", with {joined(changed)}" if changed else ""
    return (
        f"compute it for all sizes, without the `if` at {place(line)}{also}, if no "
        "result changes"
    )


def kept_before(group: Group) -> str:
    """Return what to do about an item that compiled code itself stores.

    Nothing if the program removes items: the item then says something about a call.
    """
    for effect in () if _is_emptied(group) else group.effects:
        if effect.target == group.first.literal:
            for line in effect.user_lines:
                return f"store the key before the first call, as {place(line)} does"
    return ""


def _is_emptied(group: Group) -> bool:
    """Return whether the program removes items from a container of this name."""
    return any(
        isinstance(node, ast.Call) and last_name(node.func) in _REMOVE
        for file in program_files(group.run)
        for node in index_of(file).changes.get(group.attribute, ())
    )


def stored_at(group: Group) -> SourceLine | None:
    """Return the only line on the way of a value that stores it, or None.

    Lines that store the container of the value do not count.
    """
    stored = [line for line in group.origin if _stores(group, line)]
    return stored[0] if len(stored) == 1 else None


def _makes_default(group: Group, line: SourceLine) -> bool:
    file = file_of(group.run, line)
    calls = index_of(file).calls_at(line.line) if file is not None else ()
    return any(is_made_with_default(one) for one in calls if one.lineno == line.line)


def _stores(group: Group, line: SourceLine) -> bool:
    """Return whether a line stores a value as an item or attribute."""
    file = file_of(group.run, line)
    stores = index_of(file).stores.values() if file is not None else ()
    return any(
        one.line == line.line
        and one.kind in _HELD
        and not isinstance(one.value, _DISPLAYS)
        for each in stores
        for one in each
    )
