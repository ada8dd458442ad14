"""Which flow charts a run amounts to, and their names: ``flow.svg`` and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterator, Sequence

from depyf.model.file_names import FLOW, flow_stem
from depyf.render.drawing.flow import flow_chart
from depyf.render.drawing.mermaid import mermaid_text
from depyf.render.drawing.svg import svg_text
from depyf.render.drawing.tree import arranged
from depyf.render.run_texts import ReadBack, nothing_written

if TYPE_CHECKING:
    from depyf.model.run import Frame, Run
    from depyf.render.drawing.picture import Chart

_DRAWN, _MERMAID = ".svg", ".mmd"


def flow_functions(run: Run) -> dict[str, Frame]:
    """Return the function that each chart is of, by the file's name without ending."""
    drawn = [
        root
        for root in run.roots
        if root.full_code_index is not None and root.compilations
    ]
    if len(drawn) == 1:
        return {FLOW: drawn[0]}
    return {flow_stem(one.co_name, one.full_code_index or 0): one for one in drawn}


def flow_files(
    run: Run, read_back: ReadBack = nothing_written
) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the name of each chart and a function that makes its text.

    Args:
        run: the model.
        read_back: as `RunTexts` has it.
    """
    functions = flow_functions(run)
    charts = {stem: [frame] for stem, frame in functions.items()}
    written = (
        read_back(f"{FLOW}{ending}") is not None for ending in (_DRAWN, _MERMAID)
    )
    if functions and FLOW not in functions and any(written):
        # Of when there was one function: it must not go on telling of that one alone.
        charts[FLOW] = [*functions.values()]
    for stem, roots in charts.items():
        texts = _Texts(run, roots)
        yield f"{stem}{_DRAWN}", texts.drawn
        yield f"{stem}{_MERMAID}", texts.mermaid


class _Texts:
    """One chart in its forms; what it says is made once, when it is first asked for."""

    def __init__(self, run: Run, roots: Sequence[Frame]) -> None:
        self._run = run
        self._roots = roots
        self._made: Chart | None = None

    def drawn(self) -> str:
        return svg_text(arranged(self._chart()))

    def mermaid(self) -> str:
        return mermaid_text(self._chart())

    def _chart(self) -> Chart:
        if self._made is None:
            self._made = flow_chart(self._run, self._roots)
        return self._made
