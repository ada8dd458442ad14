"""Write a graph file: the graph as valid Python, with its tensors at the end.

The backends ``eager`` and ``aot_eager`` run Python source.  Then the file holds this
source, so that a debugger stops in it, and the printed graph as a comment above.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Sequence

from depyf.model.run import GraphText
from depyf.model.source_places import remark
from depyf.torch_text.annotations import named_tensors
from depyf.torch_text.graph_lines import (
    as_comment,
    is_python,
    node_name,
    node_places,
    parseable,
)

if TYPE_CHECKING:
    from depyf.model.run import Graph
    from depyf.torch_text.annotations import TensorType
    from depyf.torch_text.source_lines import SourceLine

# If a source has one of these, a comment at a line's end may break or change it.
_GOES_ON = ('"' * 3, "'" * 3, "\\\n")


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

    A debugger that stops in the file, and a traceback, then show the user's line.
    """
    runnable = graph.runnable.rstrip("\n")
    if any(mark in runnable for mark in _GOES_ON) or not is_python(runnable):
        return parseable(runnable)
    remarks: dict[SourceLine, str] = {}
    places = node_places(graph.text)
    lines = runnable.split("\n")
    for number, line in enumerate(lines):
        place = places.get(node_name(line))
        if place is not None:
            if place not in remarks:
                remarks[place] = remark([place])
            lines[number] = f"{line.rstrip()}  # {remarks[place]}"
    return "\n".join(lines)


@lru_cache(maxsize=2)  # files are often written again with the source that runs
def tensor_table(text: str) -> str:
    """Return comments that describe each tensor of a printed graph."""
    tensors = list(named_tensors(text))
    if not tensors:
        return "\n# torch's text of this graph describes no tensor.\n"
    # A model has thousands of tensors and few types: each type is written once.
    types = {tensor: _cells(tensor) for tensor in {one for _, one in tensors}}
    titles = ("dtype", "shape", "stride", "device")
    columns = zip(titles, *types.values())
    widths = [max(map(len, column)) for column in columns]
    longest = max(len("name"), *(len(name) for name, _ in tensors))

    def described(cells: Sequence[str]) -> str:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths))
        return "  ".join(padded).rstrip()

    descriptions = {tensor: described(cells) for tensor, cells in types.items()}
    lines = ["", f"# The {len(tensors)} tensors of this graph:"]
    lines.append(f"#   {'name'.ljust(longest)}  {described(titles)}")
    lines += [
        f"#   {name.ljust(longest)}  {descriptions[tensor]}" for name, tensor in tensors
    ]
    return "\n".join(lines) + "\n"


def _cells(tensor: TensorType) -> tuple[str, str, str, str]:
    stride = "" if tensor.stride is None else f"[{tensor.stride}]"
    return tensor.dtype, f"[{tensor.shape}]", stride, tensor.device
