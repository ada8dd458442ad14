"""Collect the graphs that torch reports in its trace and through its log formatter.

Both report the same graphs: the k-th report of a stage in one is the k-th in the other.
Files are written at once.  If a backend runs the graph itself, without generating more
code, the graph's file gets the source that runs.  The running code then gets the file's
name and lines, so that a debugger stops there.
"""

from __future__ import annotations

import weakref
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable

from depyf.capture import torch_compat
from depyf.capture.captured_sources import CapturedSources
from depyf.capture.node_lines import NodeLines
from depyf.capture.process import ForkSafeLock
from depyf.capture.static_look import class_names
from depyf.model.detail_events import ModuleClasses
from depyf.model.events import GraphReported, RunnableGraph
from depyf.model.file_names import graph_file
from depyf.model.run import Graph
from depyf.model.stages import (
    AFTER_POST_GRAD,
    BACKWARD,
    BEFORE_PRE_GRAD,
    CAPTURED,
    FORWARD,
    JOINT,
    stage_name,
)
from depyf.records import dataclass
from depyf.torch_text.access_paths import module_path
from depyf.torch_text.graph_lines import node_places
from depyf.torch_text.names import GRAPH_NAME, short_name

if TYPE_CHECKING:
    from types import FunctionType

    from depyf.capture.context import CaptureContext
    from depyf.model.events import SourceLine
    from depyf.torch_text.names import CompileId

# The trace reports these stages, too, with their text, so depyf need not print them.
_TRACED_STAGES = {CAPTURED, JOINT, FORWARD, BACKWARD, BEFORE_PRE_GRAD, AFTER_POST_GRAD}
# Steps between two stages, which are shown on request to people who work on torch.
_IN_BETWEEN = ("pre_insert_deferred_runtime_asserts", "tensorify_python_scalars")
_MAY_RUN = (CAPTURED, FORWARD, BACKWARD)
_NO_GRAPH = "the file of one graph is missing"


def _gone() -> None:
    """Return None, as a dead weak reference does."""


@dataclass
class _KnownGraph:
    """One graph at one stage, as the trace or the log formatter reported it first."""

    compile_id: CompileId | None
    stage: str
    number: int
    prefix: str
    file: str
    text: str = ""
    backward: bool = False
    written: bool = False
    # Weak references.
    module: Callable[[], Any] = _gone
    copy: Callable[[], Any] = _gone
    steppable: Callable[[], Any] = _gone  # the module that a debugger can step through


class GraphSource:
    """Collects graphs and writes their files."""

    def __init__(self, context: CaptureContext) -> None:
        self._context = context
        self._lock = ForkSafeLock()
        self._lines = NodeLines(context.user_lines)
        self._graphs: dict[tuple[str, str], list[_KnownGraph]] = {}
        self._reports: Counter[tuple[str, str, str]] = Counter()
        self._of_module: weakref.WeakKeyDictionary[Any, _KnownGraph] = (
            weakref.WeakKeyDictionary()
        )
        self._generates_code: set[str] = set()
        self._generated_before: set[str] = set()
        self._shown_sources: set[str] = set()
        self._last_files: dict[str, str] = {}
        self._sources = CapturedSources(context.record, torch_compat.is_library)

    def install(self) -> torch_compat.Restore | None:
        """Begin to watch graphs and their copies; return a function that ends this."""
        self._generated_before = set(torch_compat.generated_names())
        stop_watching = torch_compat.watch_graph_copies(self._copied)
        restore = torch_compat.intercept_graph_formatter(self._formatter_called)

        def uninstall() -> None:
            stop_watching()
            if restore is not None:
                restore()

        return uninstall

    def _copied(self, original: Any, copy: Any) -> None:
        self._context.boundary.call(
            "following a copy of a graph",
            "a debugger may not stop in a backward graph",
            lambda: self._note_copy(original, copy),
        )

    def _note_copy(self, original: Any, copy: Any) -> None:
        graph = self._of_module.get(original)
        if graph is not None:
            graph.copy = weakref.ref(copy)
            self._of_module[copy] = graph

    def _formatter_called(self, name: str, module: Any) -> None:
        self._context.boundary.call(
            f"looking at the graph {short_name(str(name))!r}",
            _NO_GRAPH,
            lambda: self._from_formatter(str(name), module),
        )

    def _from_formatter(self, name: str, module: Any) -> None:
        compile_id = self._context.compile_id()
        attribution = self._context.attribution
        if name.startswith(GRAPH_NAME):
            attribution.name_graph(compile_id, name)
        full_name = name.rpartition(" ")[2]
        if full_name.startswith(GRAPH_NAME) and name != full_name:
            # "pre insert_deferred_runtime_asserts __compiled_fn_1_<uuid>"
            attribution.name_graph(compile_id, full_name)
            name = name.rpartition(" ")[0]
        stage = stage_name(name)
        in_between = stage.startswith(_IN_BETWEEN)
        if in_between and self._context.options.clean_wild_fx_code:
            return
        graph = self._report("formatter", compile_id, stage)
        graph.module = weakref.ref(module)
        self._of_module[module] = graph
        traced = stage in _TRACED_STAGES and torch_compat.trace_is_heard()
        if graph.written or traced:
            return
        self._set_text(graph, torch_compat.printed_graph(module))

    def from_trace(self, compile_id: CompileId | None, kind: str, text: str) -> None:
        """Record a graph from the structured trace, if it is new."""
        graph = self._report("trace", compile_id, stage_name(kind))
        if not graph.written:
            self._set_text(graph, text)

    def last_file(self, compile_id: CompileId | None) -> str:
        """Return the file of the compilation's latest graph; empty if it has none."""
        return self._last_files.get(self._context.attribution.prefix(compile_id), "")

    def captured_places(self, compile_id: CompileId | None) -> list[SourceLine]:
        """Return the user's lines that a compilation captured."""
        prefix = self._context.attribution.prefix(compile_id)
        with self._lock:
            graphs = list(self._graphs.get((prefix, CAPTURED), ()))
        places = {
            place: None
            for graph in graphs
            if graph.compile_id == compile_id
            for place in node_places(graph.text).values()
        }
        return list(places)

    def lowered_graphs(self, compile_id: CompileId | None) -> list[Graph]:
        """Return the graphs from which code that is generated now may come."""
        prefix = self._context.attribution.prefix(compile_id)
        with self._lock:
            known = [
                graph
                for stage in (*_MAY_RUN, AFTER_POST_GRAD)
                for graph in self._graphs.get((prefix, stage), ())
            ]
        return [_as_model(graph) for graph in known if graph.text]

    def code_was_generated(self, compile_id: CompileId | None) -> None:
        """Note that generated kernels run for this compilation, not its graphs."""
        if torch_compat.compiling_backward() and self._is_lowered(compile_id):
            self.forget_lowered(compile_id)
        if compile_id is not None:
            self._generates_code.add(compile_id.compilation.key)

    def _is_lowered(self, compile_id: CompileId | None) -> bool:
        """Return whether torch reported the lowered backward.

        If a cache has the code, torch loads the code before it reports the graph.
        """
        prefix = self._context.attribution.prefix(compile_id)
        graphs = self._graphs.get((prefix, AFTER_POST_GRAD), ())
        return any(graph.backward for graph in graphs)

    def forget_lowered(self, compile_id: CompileId | None) -> None:
        """Release the texts of graphs that no generated code needs any more."""
        prefix = self._context.attribution.prefix(compile_id)
        for graph in self._graphs.get((prefix, AFTER_POST_GRAD), ()):
            graph.text = ""
        lowered = BACKWARD if torch_compat.compiling_backward() else FORWARD
        self._lines.forget(lowered, prefix)

    def forget_attempt(self, compile_id: CompileId) -> None:
        """Remove the files of an attempt that torch abandoned and restarted."""
        with self._lock:
            for key, graphs in list(self._graphs.items()):
                dead = [graph for graph in graphs if graph.compile_id == compile_id]
                for graph in dead:
                    self._context.directory.remove(graph.file)
                    graphs.remove(graph)
                if dead:
                    prefix, stage = key
                    for origin in ("trace", "formatter"):
                        self._reports[(origin, prefix, stage)] = len(graphs)

    def _report(
        self, origin: str, compile_id: CompileId | None, stage: str
    ) -> _KnownGraph:
        """Return the graph that a report is about; add the graph if it is new."""
        prefix = self._context.attribution.prefix(compile_id)
        with self._lock:
            graphs = self._graphs.setdefault((prefix, stage), [])
            position = self._reports[(origin, prefix, stage)]
            self._reports[(origin, prefix, stage)] += 1
            if position < len(graphs):
                return graphs[position]
            number = self._context.attribution.next_number(f"graph {stage}", prefix)
            file = graph_file(prefix, stage, number)
            graph = _KnownGraph(compile_id, stage, number, prefix, file)
            graphs.append(graph)
            return graph

    def _set_text(self, graph: _KnownGraph, text: str) -> None:
        graph.text = self._annotated(graph, text)
        graph.backward = graph.stage == BACKWARD or torch_compat.compiling_backward()
        graph.written = True
        self._write(graph)
        self._last_files[graph.prefix] = graph.file
        self._context.record(
            GraphReported(
                graph.compile_id,
                stage=graph.stage,
                text=graph.text,
                compiled_fn=self._context.attribution.graph_name(graph.compile_id),
                backward=graph.backward,
                number=graph.number,
            )
        )
        if graph.stage == CAPTURED:
            self._context.boundary.call(
                "reading the source behind a graph",
                "the source of what was captured is missing",
                lambda: self._tell_sources(graph),
            )
        if graph.stage not in (*_MAY_RUN, AFTER_POST_GRAD):
            graph.text = ""  # it may have megabytes, and is not needed again

    def _tell_sources(self, graph: _KnownGraph) -> None:
        """Record the functions and modules that a captured graph comes from."""
        module = graph.module()
        classes = {} if module is None else torch_compat.module_classes(module)
        if classes:
            names = {
                module_path(path): kind
                if isinstance(kind, str)
                else " ".join(class_names(kind))
                for path, kind in classes.items()
            }
            self._context.record(ModuleClasses(graph.compile_id, classes=names))
        self._sources.read(graph.text)

    def _annotated(self, graph: _KnownGraph, text: str) -> str:
        """Return the text of a graph with the user's lines above its nodes."""
        module = graph.module()
        with self._lock:
            captured = list(self._graphs.get((graph.prefix, CAPTURED), ()))
        known = captured[0].text if captured and graph.stage != CAPTURED else ""
        return self._lines.annotated(text, graph.stage, graph.prefix, module, known)

    def _write(
        self, graph: _KnownGraph, running: str = "", *, boxed: bool = False
    ) -> int:
        """Write the graph's file; return the number of lines before `running`."""
        shown = self._context.graph_text(
            replace(_as_model(graph), runnable=running, boxed=boxed)
        )
        self._context.directory.write(graph.file, shown.text)
        return shown.first_line - 1

    def make_steppable(self, compile_id: CompileId | None = None) -> None:
        """Give the running code of graphs the names and lines of the graphs' files.

        Call this after compiling, because `forward` is generated at its first use.

        Args:
            compile_id: a compilation; by default all compilations.
        """
        if not self._context.options.relocate:
            return
        with self._lock:
            graphs = [
                graph
                for known in self._graphs.values()
                for graph in known
                if compile_id in (None, graph.compile_id)
            ]
        for graph in graphs:
            if graph.stage in _MAY_RUN and self._runs(graph):
                self._context.boundary.call(
                    f"making {graph.file} steppable",
                    "a debugger will not stop in it",
                    lambda graph=graph: self._relocate(graph),  # type: ignore[misc]
                )

    def write_wild_code(self) -> None:
        """Write fx's generated code that no graph file contains."""
        number = 0
        for name in torch_compat.generated_names():
            source = torch_compat.generated_source(name)
            known = name in self._generated_before or source in self._shown_sources
            if source is not None and not known:
                self._context.directory.write(f"fx_graph_code_{number}.py", source)
                number += 1

    def _runs(self, graph: _KnownGraph) -> bool:
        """Return whether the graph module itself runs.

        It does not if kernels were generated from it, or if AOTAutograd made other
        graphs from the captured one.
        """
        key = graph.compile_id.compilation.key if graph.compile_id else ""
        if key in self._generates_code:
            return False
        lowered = bool(self._graphs.get((graph.prefix, FORWARD)))
        return not (graph.stage == CAPTURED and lowered)

    def _relocate(self, graph: _KnownGraph) -> None:
        module = _running_module(graph)
        if module is None or module is graph.steppable():
            return
        forward = torch_compat.forward_function(module, generate=True)
        source = _source_of(forward)
        if forward is None or source is None:
            return
        boxed = torch_compat.is_boxed(module)
        before = self._write(graph, source, boxed=boxed)
        self._shown_sources.add(source)
        code = forward.__code__
        forward.__code__ = code.replace(
            co_filename=str(self._context.directory.path_of(graph.file)),
            co_firstlineno=code.co_firstlineno + before,
        )
        torch_compat.never_compile(forward.__code__)
        graph.steppable = weakref.ref(module)
        self._context.record(
            RunnableGraph(
                graph.compile_id,
                stage=graph.stage,
                text=source,
                compiled_fn=self._context.attribution.graph_name(graph.compile_id),
                boxed=boxed,
                file=graph.file,
            )
        )


def _as_model(graph: _KnownGraph) -> Graph:
    return Graph(
        prefix=graph.prefix,
        stage=graph.stage,
        index=graph.number,
        text=graph.text,
        backward=graph.backward,
    )


def _running_module(graph: _KnownGraph) -> Any:
    """Return the module that runs; for a backward graph, this is the copy."""
    original, copy = graph.module(), graph.copy()
    first, second = (copy, original) if graph.stage == BACKWARD else (original, copy)
    return second if first is None else first


def _source_of(forward: FunctionType | None) -> str | None:
    if forward is None:
        return None
    return torch_compat.generated_source(forward.__code__.co_filename)
