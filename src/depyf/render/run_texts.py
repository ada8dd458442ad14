"""Build each text of a run once: several files show it, and it takes most time."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Callable, Iterator, Optional

from depyf.model.kernel_origins import REMARK, origins_of, with_user_lines
from depyf.render.entry_text import entry_texts
from depyf.render.full_code import full_code
from depyf.render.graph_text import graph_text
from depyf.render.json import summary

if TYPE_CHECKING:
    from depyf.model.events import TransformedCode
    from depyf.model.run import Compilation, Frame, Graph, Run
    from depyf.model.serialize import Json

# Returns the text of a file if the file is written already, otherwise None.
ReadBack = Callable[[str], Optional[str]]


def nothing_written(_name: str) -> str | None:
    """Return None, because no file is written yet."""
    return None


def all_graphs(run: Run) -> list[Graph]:
    """Return every graph of a run."""
    graphs = [graph for item in run.compilations for graph in item.graphs]
    return [*graphs, *run.unattributed]


def kernel_texts(run: Run) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each kernel file."""
    for item in run.compilations:
        for kernel in item.kernels:
            yield kernel.file, with_user_lines(kernel, origins_of(item, kernel))
    for kernel in run.unattributed_kernels:
        yield kernel.file, kernel.text


def file_texts(
    run: Run, read_back: ReadBack = nothing_written
) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each graph file and kernel file.

    Args:
        run: the run.
        read_back: returns the text of a file that is written already, otherwise None.
    """
    for graph in all_graphs(run):
        written = read_back(graph.file)
        yield graph.file, graph_text(graph).text if written is None else written
    yield from kernel_texts(run)


def has_other_remarks(written: str | None, make_text: Callable[[], str]) -> bool:
    """Return whether a written text differs only in the comments at its lines' ends.

    A kernel is written when torch loads it.  The records that tell its lines best may
    come later.
    """
    if written is None:
        return False
    text = make_text()
    return text != written and _without_remarks(text) == _without_remarks(written)


def _without_remarks(text: str) -> list[str]:
    return [line.partition(REMARK)[0] for line in text.split("\n")]


class RunTexts:
    """The texts of one run; each is made when it is first needed.

    Args:
        run: the run.
        read_back: returns the text of a file that is written already, otherwise None.
    """

    def __init__(self, run: Run, read_back: ReadBack = nothing_written) -> None:
        self.run = run
        self._read_back = read_back
        self._full_code: dict[str, str] = {}
        self._entries: dict[tuple[str, str], tuple[str, str]] = {}

    def full_code(self, root: Frame) -> str:
        """Return the text of a function's ``full_code_for_*`` file."""
        if root.key not in self._full_code:
            self._full_code[root.key] = full_code(self.run, root, self.entry)
        return self._full_code[root.key]

    def entry(
        self, compilation: Compilation, entry: TransformedCode, frame: Frame
    ) -> tuple[str, str]:
        """Return the guards of an entry and its transformed code."""
        key = (frame.key, compilation.id.key)
        if key not in self._entries:
            self._entries[key] = entry_texts(compilation, entry, frame)
        return self._entries[key]

    @cached_property
    def files(self) -> dict[str, str]:
        """Return the texts of graph and kernel files by name."""
        return dict(file_texts(self.run, self._read_back))

    @cached_property
    def summary(self) -> dict[str, Json]:
        """Return the run as JSON values; callers must not change them."""
        return summary(self.run)
