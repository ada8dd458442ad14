"""Replace numpy's functions on plain numbers, such as sizes, by Python's functions.

Dynamo treats numpy's results as tensors, so a size becomes the value of a tensor.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import calls_at, replaced
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit
    from depyf.curing.spot import Spot

# Python's function, with its module, by the name of numpy's function.
_PLAIN = {
    "prod": "math.prod", "product": "math.prod", "sqrt": "math.sqrt",
    "log": "math.log", "log2": "math.log2", "log10": "math.log10", "exp": "math.exp",
    "floor": "math.floor", "ceil": "math.ceil", "sin": "math.sin", "cos": "math.cos",
    "tan": "math.tan", "arctan2": "math.atan2", "gcd": "math.gcd", "power": "pow",
    "sum": "sum", "abs": "abs", "absolute": "abs", "max": "max",
    "amax": "max", "min": "min", "amin": "min", "maximum": "max", "minimum": "min",
    "round": "round",
}  # fmt: skip
_WHOLE = {"math.prod", "math.floor", "math.ceil", "math.gcd"}
_AS_NUMBER = {"int", "float"}


def in_plain_python(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that replaces numpy's function in a line that breaks the graph."""
    file = spot.line.file
    names = set(_names_of_numpy(spot.files.tree(file)))
    if not names:
        return
    calls = list(calls_at(spot.files.tree(file), spot.line.line))
    wrapped = {
        id(call.args[0]): call
        for call in calls
        if dotted(call.func) in _AS_NUMBER and len(call.args) == 1
    }
    edits: list[Edit] = []
    done: list[str] = []
    modules: dict[str, None] = {}
    for call in calls:
        owner, _, name = dotted(call.func).rpartition(".")
        new = _PLAIN.get(name, "") if owner in names and not call.keywords else ""
        if not new:
            continue
        arguments = ", ".join(spot.source(one) for one in call.args)
        outer = wrapped.get(id(call), call)
        is_int = outer is not call and dotted(outer.func) == "int"
        target = outer if is_int and new in _WHOLE else call
        edits.append(replaced(spot.files, file, target, f"{new}({arguments})"))
        done.append(f"`{new}` instead of `{spot.source(call.func)}`")
        if "." in new:
            modules[new.partition(".")[0]] = None
    # With two calls on one line, the edits would conflict.
    if len(edits) == 1:
        what = f"{done[0]}: it works on numbers"
        yield with_torch(spot.files, spot.finding, what, edits, tuple(modules))


def _names_of_numpy(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == "numpy":
                    yield alias.asname or alias.name
