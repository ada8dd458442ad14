"""Draw Python's random numbers by functions that torch can trace.

Dynamo traces `randrange`, `randint`, `random` and `uniform` of `random`, and no other
function of that module.  `choice` draws the same numbers as `randrange` over positions.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import calls_at, replaced
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.spot import Spot

_NAMED = "Random.choice"  # as torch names it in its words about the break
_SIMPLE = (ast.Name, ast.Attribute, ast.Constant)


def traceable_draw(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit of a `random.choice` on a line that breaks the graph."""
    if not any(_NAMED in text for text in spot.one.texts):
        return
    file = spot.line.file
    for call in calls_at(spot.files.tree(file), spot.line.line):
        owner, _, name = dotted(call.func).rpartition(".")
        if name != "choice" or not owner or len(call.args) != 1 or call.keywords:
            continue
        new = _drawn(spot, f"{owner}.randrange", call.args[0])
        if new:
            edit = replaced(spot.files, file, call, new)
            what = f"`{new}` instead of `{spot.source(call)}`, which torch cannot trace"
            yield Proposal(spot.finding, what, (edit,))


def _drawn(spot: Spot, draw: str, given: ast.expr) -> str:
    """Return source that draws the same item; empty if it would compute a value twice.

    ``choice(range(a, b))`` is ``randrange(a, b)``; of a list it is the drawn item.
    """
    if isinstance(given, ast.Call) and dotted(given.func) == "range":
        return f"{draw}({', '.join(spot.source(one) for one in given.args)})"
    parts = given.elts if isinstance(given, (ast.Tuple, ast.List)) else [given]
    if not all(isinstance(one, _SIMPLE) for one in parts):
        return ""
    text = spot.source(given)
    return f"{text}[{draw}(len({text}))]"
