"""Find sizes that are not marked as dynamic, and that a marked size must equal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.events import ShapeSymbol
from depyf.model.findings.names import parameters
from depyf.model.stages import CAPTURED
from depyf.torch_text.annotations import tensor_type
from depyf.torch_text.expressions import readable_name
from depyf.torch_text.graph import graph_inputs
from depyf.torch_text.path_names import readable

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame


def unmarked_sizes(frame: Frame, compilation: Compilation, value: str) -> list[str]:
    """Return the sizes of arguments that have a value, and are not marked.

    Args:
        frame: the compiled function.
        compilation: the compilation, which failed because a marked size is constant.
        value: the constant.

    Returns:
        Sizes such as ``x.shape[0]``.
    """
    marked = {readable(one.source) for one in compilation.facts.all(ShapeSymbol)}
    texts = [one.text for one in compilation.graphs if one.stage == CAPTURED]
    found = []
    for graph_input, annotation in graph_inputs(texts[0]).items() if texts else ():
        name, known = readable_name(graph_input), tensor_type(annotation)
        if known is None or name not in parameters(frame):
            continue
        for at, size in enumerate(known.shape.split(", ")):
            if size == value and f"{name}.size()[{at}]" not in marked:
                found.append(f"{name}.shape[{at}]")
    return found
