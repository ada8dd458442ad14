"""Compute a property once, before anything is compiled, if its value never changes.

A property that reads numbers from tensors breaks the graph wherever it is read.  As a
`functools.cached_property` that `__init__` reads, it is an attribute.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import behind
from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import (
    attributes_set_later,
    class_of,
    functions_named,
    indent_of,
)
from depyf.model.findings.program_text import function_at

if TYPE_CHECKING:
    from depyf.curing.spot import Spot
    from depyf.model.findings.program_index import Function

_CACHED = "functools.cached_property"


def fixed_property(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that computes a property once, at the end of `__init__`."""
    file = spot.line.file
    tree = spot.files.tree(file)
    function = function_at(tree, spot.line.line)
    owner = class_of(tree, function) if function is not None else None
    if function is None or owner is None or len(function.decorator_list) != 1:
        return
    [decorator] = function.decorator_list
    first = next(functions_named(owner, "__init__"), None)
    is_property = isinstance(decorator, ast.Name) and decorator.id == "property"
    if not is_property or first is None or _varies(spot, function):
        return
    number = decorator.lineno
    indent = indent_of(spot.files.lines(file)[number - 1])
    edits = [
        Edit(file, number, number, (f"{indent}@{_CACHED}",)),
        behind(spot.files, file, first.body[-1], f"self.{function.name}"),
    ]
    what = f"compute `{function.name}` once, at the end of `__init__`"
    yield with_torch(spot.files, spot.finding, what, edits, ("functools",))


def _varies(spot: Spot, function: Function) -> bool:
    """Return whether code outside `__init__` sets attributes that a property reads."""
    read = {
        node.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    return bool(read & attributes_set_later(spot.files.tree(spot.line.file)))
