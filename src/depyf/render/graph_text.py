"""The text of a graph file: the graph, made to parse, and its tensors at the end.

Where the text that really runs is known (``eager``, ``aot_eager``) the file holds that
text, and the printed graph above it as comments, so that a debugger stops in it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from depyf.model.python_text import compiles
from depyf.model.run import GraphText
from depyf.model.source_places import remark
from depyf.torch_text.annotations import named_tensors
from depyf.torch_text.graph_lines import as_comment, node_name, node_places, parseable

if TYPE_CHECKING:
    from depyf.model.run import Graph


def graph_text(graph: Graph) -> GraphText:
    """Write a graph file: the graph as valid Python, with its tensors at the end."""
    printed = graph.text.strip("\n")
    header = ""
    if graph.runnable:
        boxed = ", boxed (it empties the list of its arguments)" if graph.boxed else ""
        header = as_comment(f"The graph, with sizes and places:\n\n{printed}\n") + "\n"
        header += f"# What runs{boxed}; a breakpoint here is hit:\n"
        body = _beside_user_lines(graph)
    else:
        body = parseable(printed)
    text = f"{header}{body}\n{tensor_table(graph.text)}"
    return GraphText(text, header.count("\n") + 1)


def _beside_user_lines(graph: Graph) -> str:
    """Return the source that runs, each node with its user line.

    It parses, as `parseable` has it.  A debugger that stops there, and a traceback
    through it, then name the user's line.
    """
    places = node_places(graph.text)
    lines = graph.runnable.split("\n")
    for number, line in enumerate(lines):
        place = places.get(node_name(line))
        if place is not None:
            lines[number] = f"{line.rstrip()}  # {remark([place])}"
    beside = "\n".join(lines).rstrip("\n")
    return beside if compiles(beside) else parseable(graph.runnable.rstrip("\n"))


@lru_cache(maxsize=1)  # a graph's file is often written again with what runs
def tensor_table(text: str) -> str:
    """Return the source that runs, with each node's user line."""
    rows = [
        (
            name,
            tensor.dtype,
            f"[{tensor.shape}]",
            "" if tensor.stride is None else f"[{tensor.stride}]",
            tensor.device,
        )
        for name, tensor in named_tensors(text)
    ]
    if not rows:
        return "\n# torch's text of this graph describes no tensor.\n"
    titles = ("name", "dtype", "shape", "stride", "device")
    table = [titles, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(titles))]
    lines = ["", f"# The {len(rows)} tensors of this graph:"]
    for row in table:
        cells = (cell.ljust(width) for cell, width in zip(row, widths))
        lines.append("#   " + "  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"
