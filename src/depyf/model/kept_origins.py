"""Where nodes come from, once the passes of Inductor have put others in their place.

What replaces a node gets what torch kept with the old one, and so does a node that was
there before: the input of a custom operator that writes into it then has the operator's
line.  Or it gets the stack of Python at that moment, which ends where the compiled
function was called.  The graph before the passes knows better: what keeps its name and
its operation keeps its line, and no pass adds a line that the graph before has not.
"""

from __future__ import annotations

import re
from typing import Callable

from depyf.model.graph_origins import (
    NOT_OF_THIS_GRAPH,
    GraphOrigins,
    NodeOrigin,
    own_frames,
    stack_frames,
)
from depyf.model.source_places import FILE_COMMENT, NODE

_CLASS = re.compile(r"^\s*class \S")
_CALL = re.compile(r" = torch\.ops\.(?:higher_order\.)?(?P<operation>[\w.]+)\(")


def kept_origins(
    after: GraphOrigins, before: GraphOrigins, is_library: Callable[[str], bool]
) -> GraphOrigins:
    """Return the origins of a graph's nodes, as far as the graph before tells them.

    Args:
        after: of the graph behind the passes.
        before: of the forward or backward graph that the passes began with.
        is_library: whether a file is torch's own, or of Python's library.
    """
    places: dict[str, object] = {}

    def place(stack: str) -> object:
        if stack not in places:
            own = own_frames([*stack_frames(stack)], is_library)
            places[stack] = own[-1][:2] if own else None  # file and line
        return places[stack]

    lines = {place(node.stack) for node in before.nodes.values() if node.stack}

    def kept(name: str, node: NodeOrigin) -> NodeOrigin:
        old = before.nodes.get(name)
        if old is not None and old.operation == node.operation and old.stack:
            return old
        if not node.stack or place(node.stack) in lines:
            return node
        return node._replace(stack=NOT_OF_THIS_GRAPH)

    if not lines:
        return after
    inner = {
        name: kept_origins(part, before.inner[name], is_library)
        if name in before.inner
        else part
        for name, part in after.inner.items()
    }
    nodes = {name: kept(name, node) for name, node in after.nodes.items()}
    return after._replace(nodes=nodes, inner=inner)


def origins_in_text(text: str) -> GraphOrigins:
    """Return what the text of a graph tells of its nodes, which are not at hand.

    Args:
        text: as torch prints it; of graphs inside it, which come behind its own nodes,
            nothing is told.
    """
    nodes: dict[str, NodeOrigin] = {}
    stack = ""
    begun = False
    for line in text.split("\n"):
        if _CLASS.match(line):
            if begun:
                break
            begun = True
        comment, node = FILE_COMMENT.match(line), NODE.match(line)
        if comment is not None:
            file, number, function, code = comment.groups()
            stack = (
                f'  File "{file}", line {number}, in {function or "?"}\n    {code}\n'
            )
        elif line.lstrip().startswith("# "):
            stack = ""
        elif node is not None:
            call = _CALL.search(line)
            operation = call["operation"] if call is not None else ""
            nodes[node["name"]] = NodeOrigin(stack, operation=operation)
    return GraphOrigins(nodes, {})
