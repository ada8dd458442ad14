"""The rule on a `types.SimpleNamespace` that compiled code creates.

Torch traces classes that are written in Python, but no constructor that is not.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings.names import place
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.break_words import avoided_call, avoids_class

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

NAMESPACE = "SimpleNamespace"
CLASS = "Namespace"
LINES = (
    f"class {CLASS}:",
    "    def __init__(self, **fields):",
    "        self.__dict__.update(fields)",
)


def creates_namespace(one: Break) -> bool:
    """Return whether a break is at the creation of a namespace by the program."""
    hint = one.said.hint
    is_named = avoids_class(hint) and avoided_call(hint).endswith(f".{NAMESPACE}")
    return is_named and not one.is_in_library and one.where is not None


def _cure(one: Break) -> Cure:
    tree = one.tree()
    fields = [
        key.arg
        for call in (ast.walk(tree) if tree is not None else ())
        if isinstance(call, ast.Call) and last_name(call.func) == NAMESPACE
        for key in call.keywords
        if key.arg is not None
    ]
    named = f" with the fields {', '.join(f'`{name}`' for name in fields)}"
    return Cure(
        "",
        f"create an object of a class of your own at {place(one.where)}, such as a "
        f"dataclass{named if fields else ''}: torch traces its `__init__`",
    )


CREATED_NAMESPACE: Rule[Break] = Rule(
    "created-namespace",
    when=creates_namespace,
    cure=_cure,
    title="{it.state}: `SimpleNamespace` created inside",
    why="The constructor of `types.SimpleNamespace` is written in C, so torch cannot "
    "trace it.",
)
