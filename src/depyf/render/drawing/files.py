"""Which drawings a run amounts to, and their names."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Callable, Iterator

from depyf.model.operators import operators_of
from depyf.model.stages import CAPTURED
from depyf.render.drawing.flow import flow_chart
from depyf.render.drawing.graph import graph_picture
from depyf.render.drawing.mermaid import mermaid_text
from depyf.render.drawing.svg import svg_text
from depyf.render.drawing.timeline import rows_of, timeline_picture
from depyf.render.drawing.tree import arranged
from depyf.render.facts import file_of_graph

if TYPE_CHECKING:
    from depyf.model.run import Graph, Run

FLOW, FLOW_AS_MERMAID, TIMELINE = "flow.svg", "flow.mmd", "timeline.svg"


def drawings(run: Run) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the name of each drawing and a function that makes its text.

    None of a run in which nothing was compiled.
    """
    if run.compilations:
        yield FLOW, partial(flow_svg, run)
        yield FLOW_AS_MERMAID, partial(flow_mermaid, run)
    if rows_of(run):
        yield TIMELINE, partial(timeline_svg, run)
    for compilation in run.compilations:
        for graph in compilation.graphs:
            if graph.stage == CAPTURED and operators_of(graph.text):
                name = file_of_graph(graph)[: -len(".py")]
                yield f"{name}.svg", partial(graph_svg, graph)


def flow_svg(run: Run) -> str:
    """Return the flow chart of all functions of a run."""
    return svg_text(arranged(flow_chart(run)))


def flow_mermaid(run: Run) -> str:
    """Return the same for Mermaid."""
    return mermaid_text(flow_chart(run))


def timeline_svg(run: Run) -> str:
    """Return how long compiling took, by compilation and phase."""
    return svg_text(timeline_picture(run))


def graph_svg(graph: Graph) -> str:
    """Return one graph, at whatever stage, as a picture."""
    return svg_text(graph_picture(graph))
