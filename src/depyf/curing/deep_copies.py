"""Copy tensors by `clone()` where `copy.deepcopy` breaks the graph.

Dynamo traces `copy.deepcopy` of containers and objects, but not of tensors.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import before, free_name
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import calls_at, replaced
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.proposal import Proposal
    from depyf.curing.spot import Spot

_COPY = "deepcopy"  # as the program and torch's words about the break name it
_HELPER = '''def {name}(value):
    """Return a deep copy of containers, plain objects and their tensors."""
    if isinstance(value, torch.Tensor):
        return value.clone()
    if type(value) is dict:
        return {{key: {name}(one) for key, one in value.items()}}
    if type(value) in (list, tuple):
        return type(value)([{name}(one) for one in value])
    if callable(value) or not hasattr(value, "__dict__"):
        return value
    twin = object.__new__(type(value))
    for key, one in vars(value).items():
        setattr(twin, key, {name}(one))
    return twin


'''


def cloned(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit of a `copy.deepcopy` on a line that breaks the graph."""
    if not any(_COPY in text for text in spot.one.texts):
        return
    files, file = spot.files, spot.line.file
    tree = files.tree(file)
    for call in calls_at(tree, spot.line.line):
        if dotted(call.func).rpartition(".")[2] != _COPY or len(call.args) != 1:
            continue
        holder = next(one for one in tree.body if call in ast.walk(one))
        name = free_name(tree, "cloned")
        helper = _HELPER.format(name=name).split("\n")[:-1]
        edits = [
            replaced(files, file, call, f"{name}({spot.source(call.args[0])})"),
            before(files, file, holder, *helper),
        ]
        what = f"copy with `clone()` instead of `{spot.source(call)}`"
        yield with_torch(files, spot.finding, what, edits)
