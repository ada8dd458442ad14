"""List the files of a run's report, and a function for the text of each.

The ``__transformed_code_*`` files are not in this list: the decompiler's sources are
written before their code runs.  The caller writes the files.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Callable, Iterator

from depyf.model.file_names import (
    FLOW,
    INDEX,
    REPORT,
    SEQUENCE,
    SUMMARY,
)
from depyf.render.drawing.flow import flow_chart
from depyf.render.drawing.mermaid import mermaid_text
from depyf.render.drawing.svg import svg_text
from depyf.render.drawing.tree import arranged
from depyf.render.facts import flow_functions
from depyf.render.html import report_html
from depyf.render.index import index_md
from depyf.render.json import summary_json
from depyf.render.ranks import sequence_json
from depyf.render.run_texts import ReadBack, RunTexts, nothing_written

if TYPE_CHECKING:
    from depyf.model.run import Run
    from depyf.render.drawing.picture import Chart

_DRAWN, _MERMAID = ".svg", ".mmd"


def generated_files(
    run: Run, read_back: ReadBack = nothing_written
) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the name of each file and a function that returns its text.

    Each text is made only when its function is called, so a failure affects one file.

    Args:
        run: the run.
        read_back: returns the text of a file that is written already; see `RunTexts`.
    """
    texts = RunTexts(run, read_back)
    for name, text in texts.files.items():
        yield name, partial(str, text)
    for root in run.roots:
        if root.full_code:
            yield root.full_code, partial(texts.full_code, root)
    yield from flow_files(run, read_back)
    if run.started.world_size > 1:
        yield SEQUENCE, partial(sequence_json, run)
    yield SUMMARY, (lambda: summary_json(texts.summary))
    yield REPORT, partial(report_html, run, texts)
    yield INDEX, partial(index_md, run)


def flow_files(
    run: Run, read_back: ReadBack = nothing_written
) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the name of each chart and a function that returns its text.

    Args:
        run: the run.
        read_back: returns the text of a file that is written already; see `RunTexts`.
    """
    functions = flow_functions(run)
    charts = {stem: [frame] for stem, frame in functions.items()}
    written = (
        read_back(f"{FLOW}{ending}") is not None for ending in (_DRAWN, _MERMAID)
    )
    if functions and FLOW not in functions and any(written):
        # This file was written when there was one function: draw all functions now.
        charts[FLOW] = [*functions.values()]
    for stem, roots in charts.items():
        chart = lru_cache(maxsize=1)(partial(flow_chart, run, roots))
        yield f"{stem}{_DRAWN}", partial(_drawn, chart)
        yield f"{stem}{_MERMAID}", partial(_mermaid, chart)


def _drawn(chart: Callable[[], Chart]) -> str:
    return svg_text(arranged(chart()))


def _mermaid(chart: Callable[[], Chart]) -> str:
    return mermaid_text(chart())
