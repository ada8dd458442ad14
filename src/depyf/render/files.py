"""The folder that a human opens: which generated files a run amounts to, and their text.

``__transformed_code_*`` files are not among them: they are written before their code
runs, from the decompiler alone.  Writing is the caller's: atomic, guarded, and aware of
what other processes put into the same folder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterator

from depyf.model.file_names import (
    INDEX,
    REPORT,
    SUMMARY,
    full_code_file,
    graph_file,
    kernel_file,
)
from depyf.render.full_code import full_code
from depyf.render.graph_text import graph_text
from depyf.render.html import report_html
from depyf.render.index import index_md
from depyf.render.json import summary_json

if TYPE_CHECKING:
    from depyf.model.run import GeneratedKernel, Graph, Run


def all_graphs(run: Run) -> list[Graph]:
    """Return every graph of a run."""
    graphs = [graph for item in run.compilations for graph in item.graphs]
    return [*graphs, *run.unattributed]


def all_kernels(run: Run) -> list[GeneratedKernel]:
    """Return every generated module of a run."""
    kernels = [kernel for item in run.compilations for kernel in item.kernels]
    return [*kernels, *run.unattributed_kernels]


def generated_files(run: Run) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the name of each file and a function that makes its text.

    The text is made late so that one file that cannot be made costs no other.
    """
    for graph in all_graphs(run):
        name = graph_file(graph.prefix, graph.stage, graph.index)
        yield name, lambda graph=graph: graph_text(graph).text
    for kernel in all_kernels(run):
        # Verbatim: its lines must be those of the module that runs.
        yield (
            kernel_file(kernel.prefix, kernel.index),
            lambda kernel=kernel: kernel.text,
        )
    for root in run.roots:
        if root.full_code_index is not None:
            name = full_code_file(root.co_name, root.full_code_index)
            yield name, lambda root=root: full_code(run, root)
    yield SUMMARY, lambda: summary_json(run)
    yield REPORT, lambda: report_html(run)
    yield INDEX, lambda: index_md(run)
