"""Define the state that all sources of a capture share."""

from __future__ import annotations

import os
import platform
import sys
import time
from dataclasses import field
from typing import TYPE_CHECKING, Callable, Mapping

from depyf import __version__
from depyf.capture import torch_compat
from depyf.capture.owners import compiled_for
from depyf.model.detail_events import CompiledFor
from depyf.model.events import GraphBreak, GuardsReported, Recompile, RunStarted
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.capture.attribution import Attribution
    from depyf.capture.boundary import FailureBoundary
    from depyf.capture.dump_directory import DumpDirectory
    from depyf.capture.journal import Journal
    from depyf.capture.user_lines import UserLines
    from depyf.model.events import Event
    from depyf.model.run import Graph, GraphText
    from depyf.torch_text.names import CompileId

# Kinds of events that some versions of torch do not report.
_GAPS = {GraphBreak.kind, Recompile.kind, GuardsReported.kind, CompiledFor.kind}


@dataclass(frozen=True)
class CaptureOptions:
    """Options of a capture; see `depyf.prepare_debug`."""

    relocate: bool = True
    plain: bool = False
    provenance: bool = False
    log_bytecode: bool = False
    clean_wild_fx_code: bool = True
    run: str = "relocated"
    count_calls: bool = True


@dataclass(frozen=True)
class CaptureContext:
    """The parts of one capture that its sources need."""

    directory: DumpDirectory
    options: CaptureOptions
    boundary: FailureBoundary
    attribution: Attribution
    user_lines: UserLines
    journal: Journal
    graph_text: Callable[[Graph], GraphText]
    recorded: set[tuple[str, str]] = field(default_factory=set)
    titles: dict[str, str] = field(default_factory=dict)

    def compile_id(self) -> CompileId | None:
        """Return the id of the compilation that torch is running in this thread."""
        return self.settled(
            self.attribution.compile_id(torch_compat.current_trace_id())
        )

    def settled(self, compile_id: CompileId | None) -> CompileId | None:
        """Return the id under which this thread's compilation was first seen."""
        tracing = torch_compat.tracing_context()
        return self.attribution.settled(compile_id, tracing)

    def record(self, event: Event) -> None:
        """Write an event to the journal."""
        if event.kind in _GAPS and event.compile_id is not None:
            self.recorded.add((event.kind, event.compile_id.compilation.key))
        self.journal.record(event)

    def name_owner(self, compile_id: CompileId | None) -> None:
        """Record the owner of the code being compiled, once for each compilation."""
        if compile_id is None or self.was_recorded(CompiledFor, compile_id):
            return
        self.recorded.add((CompiledFor.kind, compile_id.compilation.key))
        self.boundary.call(
            "looking for the owner of a function",
            "it is called what its code object is called",
            lambda: self._name_owner(compile_id),
        )

    def _name_owner(self, compile_id: CompileId) -> None:
        known = compiled_for(compile_id)
        if known is not None:
            self.titles[compile_id.compilation.key] = known.title
            self.journal.record(known)

    def title(self, compile_id: CompileId | None) -> str:
        """Return the title that `name_owner` found for a compilation; empty if none."""
        key = compile_id.compilation.key if compile_id else ""
        return self.titles.get(key, "")

    def was_recorded(self, kind: type[Event], compile_id: CompileId) -> bool:
        """Return whether an event of this kind was recorded for a compilation."""
        return (kind.kind, compile_id.compilation.key) in self.recorded


def run_started(
    options: Mapping[str, object] | None = None, process: int | None = None
) -> RunStarted:
    """Return the event that begins a journal or an explanation.

    Args:
        options: the options of the capture.
        process: the id of the process that writes; None for this process.
    """
    rank, world = torch_compat.rank_and_world()
    missing = [name for name, there in torch_compat.features().items() if not there]
    return RunStarted(
        None,
        program=(sys.argv or [""])[0] or "(interactive)",
        arguments=" ".join(sys.argv[1:]),
        depyf_version=__version__,
        torch_version=torch_compat.torch_version(),
        python_version=platform.python_version(),
        platform=_platform(),
        started_at=time.time(),
        rank=rank,
        world_size=world,
        process=os.getpid() if process is None else process,
        options={name: str(value) for name, value in (options or {}).items()},
        missing_features=tuple(missing),
    )


def _platform() -> str:
    """Return a string like `platform.platform()`, without starting a process.

    Starting a process would make Python show warnings again that it showed before.
    """
    if not hasattr(os, "uname"):
        return platform.platform()
    system = os.uname()
    libc = "".join(platform.libc_ver())
    parts = [system.sysname, system.release, system.machine]
    return "-".join([*parts, "with", libc] if libc else parts)
