"""Find the saved inputs that a compiled forward copies.

Some kernels need an input with other strides.  Inductor then copies the input, and the
forward returns the copy to the backward.  The printed graph still returns the input.
"""

from __future__ import annotations

from typing import Mapping

from depyf.torch_text.buffer_steps import buffer_steps
from depyf.torch_text.graph import parsed_graph
from depyf.torch_text.kernel_module import kernel_module


def copies_returned(
    forward: str, module: str, owners: Mapping[str, str]
) -> dict[str, str]:
    """Map each returned input, or view of one, to the new buffer returned instead.

    Args:
        forward: the printed forward graph.
        module: the module that Inductor generated for it.
        owners: the owner of the memory of each value, from `memory_owners`.
    """
    graph = parsed_graph(forward)
    results = returned_buffers(module)
    if len(results) != len(graph.returned):
        return {}
    return {
        name: buffer
        for name, buffer in zip(graph.returned, results)
        if buffer and owners.get(name, name) in graph.inputs
    }


def returned_buffers(module: str) -> tuple[str, ...]:
    """Return the new buffer behind each result of a module; empty for other results."""
    steps = buffer_steps(kernel_module(module))
    new = {one.target for one in steps if one.is_new}
    same = {one.target: one.arguments[0].name for one in steps if one.is_same}
    returns = [one for one in steps if one.returns]  # the last one is that of `call`
    results = returns[-1].arguments if returns else ()
    roots = (_root(one.name, same) for one in results)
    return tuple(root if root in new else "" for root in roots)


def _root(name: str, same: Mapping[str, str]) -> str:
    """Return the first name of the memory that a name stands for."""
    met = {""}
    while name in same and name not in met:
        met.add(name)
        name = same[name]
    return name
