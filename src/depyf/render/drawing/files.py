"""Which drawings a run amounts to, and their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.render.drawing.flow import flow_chart
from depyf.render.drawing.mermaid import mermaid_text
from depyf.render.drawing.svg import svg_text
from depyf.render.drawing.tree import arranged

if TYPE_CHECKING:
    from depyf.model.run import Run


def drawings(run: Run) -> Iterator[tuple[str, str]]:
    """Yield name and text of each drawing of a run."""
    flow = flow_chart(run)
    yield "flow.svg", svg_text(arranged(flow))
    yield "flow.mmd", mermaid_text(flow)
