"""Drawings for a page: of a dump, and of a proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable

from depyf.capture.journal import JOURNAL, read_journal
from depyf.model.build import fold
from depyf.render.drawing.flow import flow_chart
from depyf.render.drawing.tree import arranged
from tests.docs.drawing.graph import graph_picture
from tests.docs.drawing.parts import drawing_svg
from tests.docs.drawing.timeline import timeline_picture
from tests.docs.shown.proof import proof_picture

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.model.run import Run
    from depyf.render.drawing.picture import Picture


@dataclass(frozen=True)
class Drawn:
    """A drawing, and what it shows, for those who do not see it.

    Attributes:
        svg: its text.
        title: what it shows.
        varies: whether lengths and numbers in it differ from run to run.
    """

    svg: str
    title: str
    varies: bool = False


def drawn(kind: str, arguments: list[str], folder: Path, dump: Path) -> Drawn:
    """Return a drawing.

    Args:
        kind: `flow`, `graph`, `timeline` or `proof`.
        arguments: of a flow chart, the function, if there are several; of a graph, the
            beginning of its file's name; of a proof, how the code was changed.
        folder: in which the program ran.
        dump: what it left.
    """
    if kind == "proof":
        picture = proof_picture(folder, int(arguments[0]))
    else:
        picture = _OF_RUNS[kind](_run(dump), arguments)
    return Drawn(drawing_svg(picture), picture.title, varies=kind == "timeline")


def _run(dump: Path) -> Run:
    return fold(read_journal(dump / JOURNAL))


def _graph(run: Run, arguments: list[str]) -> Picture:
    wanted = ".".join(arguments)
    for compilation in run.compilations:
        for graph in compilation.graphs:
            if graph.file.startswith(wanted):
                return graph_picture(graph)
    raise LookupError(f"no graph's file begins with {wanted}")


def _flow(run: Run, arguments: list[str]) -> Picture:
    """Draw one function: the order of several is that of seconds, which vary."""
    compiled = [root for root in run.roots if root.compilations]
    roots = [one for one in compiled if not arguments or one.title == arguments[0]]
    if len(roots) != 1:
        titles = ", ".join(one.title for one in compiled)
        raise LookupError(f"name one function for a flow chart: {titles}")
    return arranged(flow_chart(run, roots))


_OF_RUNS: dict[str, Callable[[Run, list[str]], Picture]] = {
    "flow": _flow,
    "graph": _graph,
    "timeline": lambda run, _: timeline_picture(run),
}
