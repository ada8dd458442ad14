"""Strides and devices for graphs that torch prints without (up to 2.3)."""

from __future__ import annotations

import re
from typing import Any

import torch

_ANNOTATION = r'(?:\s*:\s*(?:"[^"]*"|[\w.]+(?:\[[^\]]*\])?))?'
_ASSIGNED = re.compile(rf"^(?P<indent>\s+)(?P<name>[^\W\d]\w*){_ANNOTATION} = ")
_PARAMETER = re.compile(rf"(?<=[(,] )(?P<name>[^\W\d]\w*){_ANNOTATION}(?=[,)])")
_HEAD = re.compile(r"^\s*def forward\(")


def with_layouts(text: str, graph_module: Any) -> str:
    """Return a printed graph whose tensors are written as later torch writes them.

    ``abs_1: f32[10] = ...`` before, ``abs_1: "f32[10][1]cpu" = ...`` after.
    """
    known = {
        node.name: layout
        for node in graph_module.graph.nodes
        for layout in [_layout(node.meta.get("val", node.meta.get("example_value")))]
        if layout
    }

    def parameter(found: re.Match[str]) -> str:
        layout = known.get(found["name"])
        return f'{found["name"]}: "{layout}"' if layout else found.group()

    def assigned(found: re.Match[str]) -> str:
        layout = known.get(found["name"])
        head = f"{found['indent']}{found['name']}"
        return f'{head}: "{layout}" = ' if layout else found.group()

    lines = []
    for line in text.split("\n"):
        if _HEAD.match(line):
            lines.append(_PARAMETER.sub(parameter, line))
        else:
            lines.append(_ASSIGNED.sub(assigned, line))
    return "\n".join(lines)


def _layout(value: object) -> str:
    """Return ``f32[10][1]cpu`` for a tensor, nothing for anything else."""
    if not isinstance(value, torch.Tensor) or value.layout is not torch.strided:
        return ""
    from torch.fx import graph

    short = getattr(graph, "dtype_abbrs", {}).get(value.dtype)
    if short is None:
        return ""
    shape = ", ".join(str(size) for size in value.shape)
    stride = ", ".join(str(step) for step in value.stride())
    return f"{short}[{shape}][{stride}]{value.device}"
