"""The text of a graph file: the graph, made to parse, and its tensors at the end.

Where the text that really runs is known (``eager``, ``aot_eager``) the file holds that
text, and the printed graph above it as comments, so that a debugger stops in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from depyf.model.python_text import compiles
from depyf.model.source_places import node_places, one_line, remark

if TYPE_CHECKING:
    from depyf.model.run import Graph

# torch's abbreviations in annotations such as "f32[10, s77][s77, 1]cuda:0".
DTYPES = {
    "f64": "float64",
    "f32": "float32",
    "f16": "float16",
    "bf16": "bfloat16",
    "f8e4m3fn": "float8_e4m3fn",
    "f8e5m2": "float8_e5m2",
    "f8e4m3fnuz": "float8_e4m3fnuz",
    "f8e5m2fnuz": "float8_e5m2fnuz",
    "f8e8m0fnu": "float8_e8m0fnu",
    "f4e2m1fnx2": "float4_e2m1fn_x2",
    "c32": "complex32",
    "c64": "complex64",
    "c128": "complex128",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "u8": "uint8",
    "u16": "uint16",
    "u32": "uint32",
    "u64": "uint64",
    "b8": "bool",
}
# Begins with the colon, for which a search through megabytes is fast.
_TYPE = re.compile(
    r':\s*"(?P<dtype>[a-z]\w*)\[(?P<shape>[^\]"]*)\]'
    r'(?:\[(?P<stride>[^\]"]*)\])?(?P<device>[a-z]\w*(?::\d+)?)?[^"]*"'
)
_NAME_AT_END = re.compile(r"(?<!\w)[^\W\d]\w*\Z")
_LONGEST_NAME = 1000
# In the text that runs a node may have an annotation: "add : torch.Tensor = ...".
_ASSIGNED = re.compile(r"^\s+(?P<name>[^\W\d]\w*)(?: : [^=]+)? = ")
_CLASS_NAME = re.compile(r"^(\s*)class (?!\w+\s*[(:])[^(\n]*\(", re.MULTILINE)


@dataclass(frozen=True)
class Tensor:
    """What a graph's text says of one tensor; stride and device may be empty."""

    name: str
    dtype: str
    shape: str
    stride: str
    device: str


@dataclass(frozen=True)
class GraphText:
    """A graph file; line `first_line` of it is line 1 of the text that runs."""

    text: str
    first_line: int


def tensors(text: str) -> tuple[Tensor, ...]:
    """Return the tensors of a printed graph, each once, in order of appearance.

    >>> tensors('x: "f32[s77, 4][4, 1]cpu" = l_a_ / add')[0].shape
    '[s77, 4]'
    """
    found: dict[str, Tensor] = {}
    for match in _TYPE.finditer(text):
        before = text[max(0, match.start() - _LONGEST_NAME) : match.start()]
        word = _NAME_AT_END.search((before.rsplit(None, 1) or [""])[-1])
        if word is None or word.group() in found:
            continue
        dtype, shape, stride, device = match.groups()
        found[word.group()] = Tensor(
            name=word.group(),
            dtype=DTYPES.get(dtype, dtype),
            shape=f"[{shape}]",
            stride=f"[{stride}]" if stride is not None else "",
            device=device or "",
        )
    return tuple(found.values())


def graph_text(graph: Graph) -> GraphText:
    """Return the file of one graph; it always parses."""
    printed = graph.text.strip("\n")
    header = ""
    if graph.runnable:
        boxed = ", boxed (it empties the list of its arguments)" if graph.boxed else ""
        header = _as_comment(f"The graph, with sizes and places:\n\n{printed}\n") + "\n"
        header += f"# What runs{boxed}; a breakpoint here is hit:\n"
        body = _beside_user_lines(graph)
    else:
        body = parseable(printed)
    text = f"{header}{body}\n{tensor_table(graph.text)}"
    return GraphText(text, header.count("\n") + 1)


def _beside_user_lines(graph: Graph) -> str:
    """Return the text that runs, each node with the line of the user's it comes from.

    It parses, as `parseable` has it.  A debugger that stops there, and a traceback
    through it, then name the user's line.
    """
    places = node_places(graph.text)
    lines = graph.runnable.split("\n")
    for number, line in enumerate(lines):
        node = _ASSIGNED.match(line)
        place = None if node is None else places.get(node["name"])
        if place is not None:
            lines[number] = f"{line.rstrip()}  # {remark([place])}"
    beside = "\n".join(lines).rstrip("\n")
    return beside if compiles(beside) else parseable(graph.runnable.rstrip("\n"))


def parseable(text: str) -> str:
    r"""Return a printed graph so that it parses: torch prints ``class <lambda>``.

    >>> print(parseable("class <lambda>(torch.nn.Module):\n    pass"))
    class GraphModule(torch.nn.Module):
        pass
    """
    if compiles(text):
        return text
    renamed = _CLASS_NAME.sub(r"\1class GraphModule(", text)
    if compiles(renamed):
        return renamed
    return "# torch's text of this graph is not Python:\n" + _as_comment(text)


@lru_cache(maxsize=1)  # a graph's file is often written again with what runs
def tensor_table(text: str) -> str:
    """Return the comment that ends a graph file: every tensor, one a line."""
    rows = [
        (tensor.name, tensor.dtype, tensor.shape, tensor.stride, tensor.device)
        for tensor in tensors(text)
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


def _as_comment(text: str) -> str:
    lines = (one_line(line) for line in text.split("\n"))
    return "\n".join(f"# {line}".rstrip() for line in lines)
