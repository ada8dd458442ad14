"""Run one capture: install all sources, and remove them at the end."""

from __future__ import annotations

import time
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Callable, Mapping

from depyf.capture import torch_compat
from depyf.capture.attribution import Attribution
from depyf.capture.boundary import FailureBoundary, logger
from depyf.capture.bytecode_source import BytecodeSource
from depyf.capture.call_check import CheckLog
from depyf.capture.context import CaptureContext, run_started
from depyf.capture.cuda_graph_source import CudaGraphSource
from depyf.capture.entry_event import qualified_name, shown_co_name
from depyf.capture.gap_source import GapSource
from depyf.capture.graph_source import GraphSource
from depyf.capture.hit_source import HitSource
from depyf.capture.journal import Journal
from depyf.capture.kernel_source import KernelSource
from depyf.capture.option_values import option_values
from depyf.capture.process import ForkSafeLock
from depyf.capture.program_error import program_error
from depyf.capture.program_files import program_files
from depyf.capture.trace_source import TraceSource
from depyf.capture.user_lines import UserLines
from depyf.model.detail_events import Annotation
from depyf.model.events import (
    CompiledBefore,
    FrameSkipped,
    Note,
    OtherProcess,
    RunEnded,
)
from depyf.torch_text.names import GRAPH_NAME, CompileId, is_resume

if TYPE_CHECKING:
    from types import CodeType

    from depyf.capture.context import CaptureOptions
    from depyf.capture.dump_directory import DumpDirectory
    from depyf.model.events import Event, Failure, TransformedCode
    from depyf.model.run import Graph, GraphText

FAILURES = "depyf_failures.txt"
_LONGEST_VALUE = 2000  # characters
_FEATURE_LOST = "what it shows is missing from the dump"
# A process has one set of numbers, which a second block continues.
ATTRIBUTION = Attribution()
USER_LINES = UserLines()
# The directory with the files of each compiled function, by code key.
_DUMPED_IN: dict[str, str] = {}
_KEPT_NOTHING = "torch looked at it and kept nothing; it does not say why"
_REFUSED = (
    "Dynamo compiles no generator: call it in a function that is compiled, or compile "
    "what it calls"
)


class CaptureSession:
    """Listens to torch between `open` and `close`.

    Args:
        directory: the directory to write to, already opened.
        options: the options of `prepare_debug`.
        boundary: catches failures inside depyf.
        patched_loader: returns the program's own function for loading Inductor's
            modules; None if the program has none.
        graph_text: makes the text of a graph file.
    """

    def __init__(
        self,
        directory: DumpDirectory,
        options: CaptureOptions,
        boundary: FailureBoundary,
        patched_loader: Callable[[], torch_compat.ModuleLoader | None],
        graph_text: Callable[[Graph], GraphText],
    ) -> None:
        self.journal: Journal = Journal(directory)
        self._directory = directory
        self._boundary = boundary
        self._context = CaptureContext(
            directory,
            options,
            boundary,
            ATTRIBUTION,
            USER_LINES,
            self.journal,
            graph_text,
        )
        self._installed = ExitStack()
        self._seen_before: set[str] = set()
        self._traced = False
        self._started = time.monotonic()
        self._error = ""  # the class of the exception that left the block
        self._failures: list[str] = []
        self._failures_lock = ForkSafeLock()
        self.graphs: GraphSource = GraphSource(self._context)
        self.kernels: KernelSource = KernelSource(
            self._context, self.graphs, patched_loader
        )
        self._hits = HitSource(self._context)
        self._cuda_graphs = CudaGraphSource(self._context)
        self._gaps = GapSource(self._context)
        self._bytecode = BytecodeSource(
            self._context, self._entry_made, self.graphs.captured_places
        )
        self._trace = TraceSource(self._context, self.graphs, self.kernels)
        self.checks: CheckLog = CheckLog(self._context)

    def open(self) -> None:
        """Begin to listen; record a failure for a source that cannot be installed."""
        self._boundary.sink = self._failed
        facts = vars(self._context.options), self._directory.process
        self._attempt(
            "starting the journal", lambda: self._context.record(run_started(*facts))
        )
        self._attempt("looking for earlier compilations", self._note_earlier)
        options = [
            ("keeping torch from compiling tools", torch_compat.leave_tools_alone)
        ]
        if self._context.options.provenance:
            options.append(
                ("tracking the provenance of kernels", torch_compat.track_provenance)
            )
        for name, switch_on in options:
            restore = self._attempt(name, switch_on)
            if restore is not None:
                self._installed.callback(restore)
        for name, source in (
            ("the graph formatter", self.graphs),
            ("the kernel loader", self.kernels),
            ("the call counter", self._hits),
            ("the list of graph breaks", self._gaps),
            ("the bytecode hook", self._bytecode),
            ("the log on CUDA graphs", self._cuda_graphs),
            ("the structured trace", self._trace),
        ):
            restore = self._attempt(f"installing {name}", source.install)
            if restore is not None:
                self._installed.callback(self._attempt, f"removing {name}", restore)
                self._traced |= source is self._trace

    def close(self) -> None:
        """Stop listening, even after an exception, and complete the files."""
        try:
            self._attempt("counting calls", self._hits.report)
            self._attempt("counting answers of depyf.check", self.checks.report)
            self._attempt("reading guards", self._gaps.read_guards)
        finally:
            self.abandon()
        self._attempt("making graphs steppable", self.graphs.make_steppable)
        if not self._context.options.clean_wild_fx_code:
            self._attempt("writing other graph code", self.graphs.write_wild_code)
        self._attempt("noting what is missing", self._note_absences)
        self._attempt("looking for skipped functions", self._note_skipped)
        self._attempt("looking for other processes", self._note_others)
        self._attempt("reading the program's files", self._note_files)
        seconds = time.monotonic() - self._started
        self._attempt(
            "finishing the journal",
            lambda: self._context.record(RunEnded(None, seconds, self._error)),
        )
        total = sum(self._boundary.counts.values())
        if total:
            logger().error("%d failure(s) inside depyf; %s", total, self._details())

    def _details(self) -> str:
        with suppress(OSError):
            if self._directory.has(FAILURES):
                return f"details in {self._directory.path / FAILURES}"
        return f"{FAILURES} with the details could not be written"

    def note_error(self, error: BaseException) -> None:
        """Record the error that leaves the block, and where compiled code raised it."""
        self._error = type(error).__name__ if isinstance(error, Exception) else ""
        self._attempt("noting the program's error", lambda: self._note_error(error))

    def _note_error(self, error: BaseException) -> None:
        event = program_error(
            error, self._context.user_lines.source_line, self._directory.path
        )
        if event is not None:
            self._context.record(event)

    def abandon(self) -> None:
        """Remove all hooks."""
        self._installed.close()

    def annotate(self, metadata: Mapping[str, object]) -> None:
        """Record facts from a backend about the current compilation."""
        compile_id = self._context.compile_id()
        words = {str(name): _words(value) for name, value in metadata.items()}
        graph = self.graphs.last_file(compile_id)
        self._context.record(Annotation(compile_id, metadata=words, graph=graph))

    def note(self, text: str) -> None:
        """Record a sentence for the report, and log it."""
        logger().warning("%s", text)
        self._context.record(Note(None, text=text))

    def events(self) -> list[Event]:
        """Return the events that this process has recorded in this directory."""
        return self.journal.events()

    def _attempt(
        self, what: str, work: Callable[[], torch_compat.Restore | None]
    ) -> torch_compat.Restore | None:
        return self._boundary.call(what, _FEATURE_LOST, work)

    def _failed(self, failure: Failure) -> None:
        with self._failures_lock:
            self._failures.append(
                f"{failure.where} failed: {failure.error}\n"
                f"({failure.consequence})\n{failure.detail}\n"
            )
            text = "\n".join(self._failures)
        try:
            self._context.record(failure)
        finally:
            self._directory.write(FAILURES, text)

    def _entry_made(
        self, event: TransformedCode, original: CodeType, code: CodeType
    ) -> None:
        _DUMPED_IN[event.code_key] = str(self._directory.path)
        ATTRIBUTION.finish(event.compile_id)
        self._hits.watch(code, event.compile_id)
        self._cuda_graphs.watch(code, event.compile_id)
        if not torch_compat.is_library(original.co_filename):  # torch calls those, too
            self._hits.watch_original(original, event.code_key)
        self._attempt(
            "naming the lines behind kernels",
            lambda: self.kernels.compiled(event.compile_id),
        )
        self._attempt(
            "filling in what the trace does not tell",
            lambda: self._gaps.entry_made(event, original, code),
        )

    def _note_earlier(self) -> None:
        """Record the functions that were compiled before this block."""
        for code in torch_compat.codes_seen():
            self._seen_before.add(ATTRIBUTION.code_key(code))
            entries = torch_compat.cache_entries(code)
            for entry in entries:
                _remember_graph_name(entry)
            if not entries or is_resume(code.co_name):
                continue
            elsewhere = _DUMPED_IN.get(ATTRIBUTION.code_key(code))
            if elsewhere is None:
                event = CompiledBefore(
                    None,
                    co_name=code.co_name,
                    qualified_name=qualified_name(code),
                    file=code.co_filename,
                    first_line=code.co_firstlineno,
                    entries=len(entries),
                )
                self._context.record(event)
            elif elsewhere != str(self._directory.path):
                text = (
                    f"it was compiled in an earlier block; its files are in {elsewhere}"
                )
                self._context.record(
                    Note(None, text=text, subject=qualified_name(code))
                )

    def _note_others(self) -> None:
        _, world = torch_compat.rank_and_world()
        for folder in self._directory.others(world):
            self._context.record(OtherProcess(None, folder=folder))

    def _note_files(self) -> None:
        events = self.events()
        for event in (*program_files(events), *option_values(events)):
            self._context.record(event)

    def _note_skipped(self) -> None:
        """Record the functions that Dynamo skipped without a record in the trace.

        In torch 2.2 these are all skipped functions.  Later they are generators, which
        get no compile id.
        """
        for code in torch_compat.codes_seen():
            is_refused = torch_compat.is_refused(code)
            if self._traced and not is_refused:
                continue
            key = ATTRIBUTION.code_key(code)
            if key not in self._seen_before and key not in _DUMPED_IN:
                reason = _REFUSED if is_refused else _KEPT_NOTHING
                event = FrameSkipped(
                    None,
                    co_name=shown_co_name(code),
                    file=code.co_filename,
                    line=code.co_firstlineno,
                    reason=reason,
                )
                self._context.record(event)

    def _note_absences(self) -> None:
        if not self._hits.counts:
            counting = "how often each entry was called, and which calls ran as Python"
            why = (
                "counting needs Python 3.12 or later"
                if self._context.options.count_calls
                else "count_calls=False switched that off"
            )
            self._context.record(Note(None, text=f"{counting}: {why}"))
        if self.journal.was_lost:
            text = (
                "the directory was removed while depyf wrote to it: what was recorded "
                "before that is missing"
            )
            self._context.record(Note(None, text=text))
        if torch_compat.trace_was_disabled():
            text = (
                "the program's logging configuration switched torch's trace off "
                "(disable_existing_loggers): graphs, guards and reasons are missing"
            )
            self._context.record(Note(None, text=text))


def kept_dumps() -> Callable[[], None]:
    """Return a function that forgets all dumps made by blocks after this call."""
    before = dict(_DUMPED_IN)

    def restore() -> None:
        _DUMPED_IN.clear()
        _DUMPED_IN.update(before)

    return restore


def _words(value: object) -> str:
    """Return a value as text; of a tensor only its shape, type and device."""
    text = value if isinstance(value, str) else torch_compat.tensor_words(value)
    return (text or repr(value))[:_LONGEST_VALUE]


def _remember_graph_name(entry: object) -> None:
    """Note the name of an entry's graph: its backward may compile in the block."""
    compile_id = CompileId.parse(torch_compat.entry_name(entry))
    code = getattr(entry, "code", None)
    for name in getattr(code, "co_names", ()):
        if name.startswith(GRAPH_NAME):
            ATTRIBUTION.name_graph(compile_id, name)
