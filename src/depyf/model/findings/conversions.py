"""Advise to convert an argument by a method, such as `float()`, before the call."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from depyf.model.findings.expression_parts import is_item_made
from depyf.model.findings.named_there import before_call
from depyf.model.findings.names import place
from depyf.model.findings.passed_values import passed_by_call
from depyf.model.findings.rule import Cure
from depyf.model.findings.user_names import reached
from depyf.model.python_text import text_of
from depyf.torch_text.path_steps import FIELD, ITEM

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


def converted(group: Group, call: str) -> Cure:
    """Return the edit that calls a method on an argument, by its name at the call.

    Args:
        group: the recompiles because of the argument.
        call: the call of the method, such as ``.float()``.
    """
    value = reached(group.run, group.frame, group.first)
    passed = passed_by_call(group, value) if value is not None else None
    line = group.called_at
    kinds = {kind for kind, _ in passed[2]} if passed is not None else set()
    if passed is None or value is None or line is None or kinds - {FIELD, ITEM}:
        name = group.source
        return Cure(f"{name} = {name}{call}", before_call(group))
    spot, node, parts = passed
    there = " ".join(text_of(node, spot.file.text).split())
    if ITEM in kinds:
        # It is one item of a container, and the others probably need the same call.
        note = f"call `{call}` on the tensors in `{there}`, {before_call(group)}"
        return Cure("", note)
    if isinstance(node, ast.Subscript) and is_item_made(node):
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        item = "an item" if key is None else f"item {key!r}"
        return Cure("", f"call `{call}` on {item} of `{there}`, {before_call(group)}")
    if parts:
        there += "".join(value.steps[-len(parts) :])
    is_of_expression = re.search(
        rf"\bfor\b[^:]*\b{re.escape(there)}\b.* in ", line.text
    )
    if parts or (isinstance(node, ast.Name) and not is_of_expression):
        return Cure(f"{there} = {there}{call}", f"before the call at {place(line)}")
    if not isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        there = f"({there})"
    return Cure(f"{there}{call}", f"instead of `{there}`, in the call at {place(line)}")
