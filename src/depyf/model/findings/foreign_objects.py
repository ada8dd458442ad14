"""The rules on objects that torch cannot trace: iterators, proxies, odd arguments."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings import hinted
from depyf.model.findings.names import joined, place
from depyf.model.findings.passed_generators import FOREIGN_GENERATOR
from depyf.model.findings.program_text import calls_of, index_of, program_files
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import method_of
from depyf.torch_text.break_words import (
    is_next_of_object,
    is_no_operand,
    is_weak_proxy,
)

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

_OUTSIDE = "or compute this line outside of the compiled code, and pass its result"
_OPERANDS = (
    "pass only tensors, numbers, strings, and lists or dicts of them to functions of "
    f"torch; {_OUTSIDE}"
)


def index_classes(one: Break) -> list[str]:
    """Return the program's classes with `__index__`, if the line selects an item."""
    line, tree = one.where, one.tree()
    if line is None or tree is None:
        return []
    selects = any(
        isinstance(node, ast.Subscript) and node.lineno == line.line
        for node in ast.walk(tree)
    )
    return [
        name
        for file in (program_files(one.run) if selects else ())
        for name, classes in index_of(file).classes.items()
        if any(method_of(each, "__index__") for each in classes)
    ]


def _operands(one: Break) -> Cure:
    found = [f"`{name}`" for name in index_classes(one)]
    if not found:
        return Cure("", _OPERANDS)
    return Cure(
        "",
        f"use `int(...)` of an object of {joined(found)} as the index, best where the "
        f"object is stored; {_OUTSIDE}",
    )


def _without_proxy(one: Break) -> Cure:
    made = [place(line) for line in calls_of(one.run, "proxy")]
    where = f" at {joined(made)}" if made else ""
    return Cure(
        "",
        f"store `weakref.ref(...)` instead of `weakref.proxy(...)`{where}, and call it "
        "where the object is used",
    )


FOREIGN_OBJECTS: tuple[Rule[Break], ...] = (
    FOREIGN_GENERATOR,
    Rule(
        "next-of-iterator",
        when=lambda one: is_next_of_object(one.event.reason),
        cure=hinted.as_hinted,
        title="{it.state}: `next` on an iterator",
    ),
    Rule(
        "weak-proxy",
        when=lambda one: is_weak_proxy(" ".join(one.texts)),
        cure=_without_proxy,
        title="{it.state}: use of a `weakref.proxy`",
        why="Torch looks for attributes in the class of the proxy, which has none.",
    ),
    Rule(
        "operand-of-no-graph",
        when=lambda one: is_no_operand(one.event.reason),
        cure=_operands,
        title="{it.state}: argument no graph can contain",
        why="A function of torch gets an object there that is no tensor, number or "
        "string, and no plain container of these.",
    ),
)
