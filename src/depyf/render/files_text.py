"""The texts of graph and kernel files: what `files` writes and the report shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.model.file_names import graph_file, kernel_file
from depyf.render.graph_text import graph_text

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


def file_texts(run: Run) -> Iterator[tuple[str, str]]:
    """Yield name and text of each graph and kernel file."""
    for graph in all_graphs(run):
        name = graph_file(graph.prefix, graph.stage, graph.index)
        yield name, graph_text(graph).text
    for kernel in all_kernels(run):
        # Verbatim: its lines must be those of the module that runs.
        yield kernel_file(kernel.prefix, kernel.index), kernel.text
