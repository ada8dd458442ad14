"""The texts of graph and kernel files: what `files` writes and the report shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterator

from depyf.model.file_names import graph_file, kernel_file
from depyf.model.kernel_origins import origins_of, with_user_lines
from depyf.render.graph_text import graph_text

if TYPE_CHECKING:
    from depyf.model.run import Graph, Run


def all_graphs(run: Run) -> list[Graph]:
    """Return every graph of a run."""
    graphs = [graph for item in run.compilations for graph in item.graphs]
    return [*graphs, *run.unattributed]


def kernel_texts(run: Run) -> Iterator[tuple[str, str]]:
    """Yield name and text of each kernel file."""
    for item in run.compilations:
        for kernel in item.kernels:
            name = kernel_file(kernel.prefix, kernel.number)
            yield name, with_user_lines(kernel, origins_of(item, kernel))
    for kernel in run.unattributed_kernels:
        yield kernel_file(kernel.prefix, kernel.number), kernel.text


def file_texts(
    run: Run, read_back: Callable[[str], str | None] = lambda _name: None
) -> Iterator[tuple[str, str]]:
    """Yield name and text of each graph and kernel file.

    Args:
        run: the model.
        read_back: returns the text of a file that is written, None where it is not.
    """
    for graph in all_graphs(run):
        name = graph_file(graph.prefix, graph.stage, graph.index)
        written = read_back(name)
        yield name, graph_text(graph).text if written is None else written
    yield from kernel_texts(run)
