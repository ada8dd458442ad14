"""Make a number a tensor where a line passes it by keyword."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from depyf.model.findings.names import place
from depyf.model.findings.rule import Cure
from depyf.model.python_text import parsed, text_of

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


def keyword_as_tensor(group: Group) -> Cure | None:
    """Return the edit of the line that gives a partial its keyword; None if unclear."""
    found = []
    for line in group.origin:
        tree, text = parsed(line.text), line.text
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, ast.keyword) and node.arg == group.attribute:
                given = f"{node.arg}={text_of(node.value, text)}"
                new = f"{node.arg}=torch.tensor({text_of(node.value, text)})"
                found.append(Cure(new, f"instead of `{given}` at {place(line)}"))
    return found[0] if len(found) == 1 else None


def passed_as_tensor(text: str, name: str) -> str:
    """Return a line whose literal keyword argument is made a tensor; "" if none.

    >>> passed_as_tensor("SGD(parameters, lr=0.1)", "lr")
    'SGD(parameters, lr=torch.tensor(0.1))'
    """
    number = re.compile(rf"\b{name}=(?P<value>[\d.]+(?:e-?\d+)?)(?=[,)])")
    made = number.sub(rf"{name}=torch.tensor(\g<value>)", text)
    return made if made != text else ""
