"""What has to light up, told by the model; nothing here is read from a page."""

from __future__ import annotations

import ntpath
import re
from dataclasses import dataclass

from depyf.model.file_names import graph_file, kernel_file
from depyf.model.graph_nodes import compilation_nodes
from depyf.model.kernel_origins import origins_of
from depyf.torch_text.kernel_module import kernel_module
from tests.model.node_links import SOURCE, NodeLinks, Selection

DEF = re.compile(r"\s*(async\s+)?def\b")
ENDS = re.compile(r":\s*(#.*)?$")


@dataclass(frozen=True)
class Entry:
    """An entry of a run.

    Attributes:
        fragment: the beginning of its address.
        frame: that it is of.
        root: the function that the user wrote.
    """

    fragment: str
    frame: object
    root: object
    compilation: object

    @property
    def own_lines(self):
        """Return the numbers of the lines of the user's function."""
        text = self.root.original_source.rstrip()
        return range(self.root.first_line, self.root.first_line + len(text.split("\n")))

    @property
    def shown_lines(self):
        """Return the numbers of the lines of the transformed code."""
        return range(1, 1 + len(self.compilation.entry.source.rstrip().split("\n")))


def entries(run):
    """Return all entries of a run."""
    by_key = {frame.key: frame for frame in run.frames}
    found = []
    for number, frame in enumerate(run.frames):
        root = frame
        while root.parent in by_key:
            root = by_key[root.parent]
        for at, compilation in enumerate(frame.compilations):
            if compilation.entry is not None:
                fragment = f"#f{number}/{at}"
                found.append(Entry(fragment, frame, root, compilation))
    return found


class Told:
    """What lights up in an entry, as the panes have to show it."""

    def __init__(self, entry):
        self.entry = entry
        self._links = NodeLinks(entry.compilation, entry.frame)
        self._graphs = {
            graph_file(one.graph.prefix, one.graph.stage, one.graph.index): one.nodes
            for one in compilation_nodes(entry.compilation, entry.frame)
        }
        self._kernels = {
            kernel_file(one.prefix, one.number): _lines(entry.compilation, one)
            for one in entry.compilation.kernels
        }

    @property
    def stages(self):
        """Return the files of the graphs that have nodes."""
        return [file for file, nodes in self._graphs.items() if nodes]

    @property
    def modules(self):
        """Return the files of the generated modules."""
        return list(self._kernels)

    def nodes(self, stage):
        """Return the nodes of a graph, in their order."""
        return self._graphs[stage]

    def kernels(self, file):
        """Return the lines of each kernel of a generated module, and which it is."""
        return {
            line: kernel
            for kernel, lines in self._kernels[file].items()
            for line in lines
        }

    def lit(self, selection):
        """Return what belongs to a selection."""
        if selection.kind == SOURCE and selection.line in self._head:
            line = selection.file, selection.line
            return self._links.lit_by_lines([line, *self._body(selection.file)])
        return self._links.lit(selection)

    @property
    def _head(self):
        """Return the lines of the function up to its `def`: they stand for its body."""
        first, *_ = self.entry.own_lines
        rows = self.entry.root.original_source.split("\n")
        at = next((at for at, row in enumerate(rows) if DEF.match(row)), None)
        return range(0) if at is None else range(first, first + _end(rows, at))

    def _body(self, file):
        """Yield the lines below that some operation of a graph comes from."""
        for line in self.entry.own_lines:
            found = self._links.lit(Selection(SOURCE, file, line)).nodes
            if line not in self._head and any(found.values()):
                yield file, line

    def source(self, lit, there):
        """Return the lit ones of the lines that are there, by file name."""
        return {(ntpath.basename(file), line) for file, line in lit.source} & there

    def picture(self, lit, stage, there):
        """Return the nodes of a picture that are lit.

        An input may be written in the only operator that takes it, and is lit as that.
        """
        nodes = self._graphs[stage]
        by_name = {node.name: at for at, node in enumerate(nodes)}
        found = set()
        for name in lit.nodes.get(stage, ()):
            users = [
                node.name
                for node in nodes
                if by_name[name] in node.takes and node.kind == "operator"
            ]
            if name in there:
                found.add(name)
            elif len(users) == 1 and users[0] in there:
                found.update(users)
        return found

    def module(self, lit, file):
        """Return the lines of a generated module that are lit."""
        return {
            line
            for kernel in lit.kernels.get(file, ())
            for line in self._kernels[file].get(kernel, ())
        }


def _end(rows, at):
    """Return how many lines a head has, whose `def` is at a position."""
    ends = (number for number, row in enumerate(rows[at:], at) if ENDS.search(row))
    return next(ends, -1) + 1


def _lines(compilation, module):
    """Return the lines of the kernels of which it is known what they come from."""
    read = kernel_module(module.text)
    names = {one.kernel for one in origins_of(compilation, module)}
    return {name: read.lines_of(name) for name in sorted(names)}


def rows(panes, kind):
    """Return the lines that are `there` or `lit` in the source pane, by file name."""
    return {
        (_file_of(pre["label"]), line) for pre in panes["source"] for line in pre[kind]
    }


def _file_of(label):
    """Return the name of the file that a text of the source pane is from."""
    return label.split(" · ")[-1].rpartition(":")[0].split(" ")[-1]
