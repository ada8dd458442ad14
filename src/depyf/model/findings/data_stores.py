"""The rule on code that sets `.data` of a tensor which it created itself.

Torch traces such a statement only for tensors from outside.  The statement replaces the
value, and leaves the gradients as they were.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings.names import place
from depyf.model.findings.rule import Cure, Rule
from depyf.model.python_text import parsed_statement, text_of
from depyf.torch_text.break_words import sets_data

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break


def without_data(text: str) -> str:
    """Return a statement ``x.data = y`` as one that sets no `.data`; else "".

    >>> without_data("out.data = hard.detach()")
    'out = out + (hard.detach() - out).detach()'
    """
    node = parsed_statement(text)
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return ""
    target, value = node.targets[0], text_of(node.value, text)
    if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name):
        return ""
    name = target.value.id
    is_plain = isinstance(node.value, (ast.Name, ast.Attribute, ast.Call))
    value = value if is_plain else f"({value})"
    return f"{name} = {name} + ({value} - {name}).detach()"


def _cure(one: Break) -> Cure:
    edit = without_data(one.where.text) if one.where is not None else ""
    if not edit:
        return Cure(
            "",
            "use a new tensor instead: `x + (y - x).detach()` has the value of `y` and "
            "the gradient of `x`",
        )
    return Cure(
        edit,
        f"instead of {place(one.where)}: it has this value but for rounding, and the "
        "gradient of before",
    )


DATA_STORE: Rule[Break] = Rule(
    "data-store",
    when=lambda one: sets_data(one.event.reason) and not one.is_in_library,
    cure=_cure,
    title="{it.state}: `.data` of a new tensor",
    why="Torch sets `.data` only of tensors that were created outside of the compiled "
    "code.",
)
