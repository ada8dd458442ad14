"""Events for details: sizes, side effects, origins, annotations, calls.

Add new events here.  `model.events` has the events that every run consists of
(compilations, entries, graphs, guards, kernels, costs) and the base of all events.
`capture.trace_table` lists the events that come from torch's trace.  The others come
from `depyf.annotate`, from compiled and called frames, and from source files.  The
event of `depyf.check` is in `model.call_check`.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Mapping

from depyf.model.events import Event
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.events import SourceLine


@dataclass(frozen=True)
class JournalRead(Event, kind="journal_read", of_run=True):
    """How much of a journal `depyf report` could read; not stored in a journal.

    Attributes:
        read: the number of lines that were read.
        left: for each reason, such as ``not JSON``, the number of unread lines.
        first: for each reason, the number of the first unread line.
        stopped: the limit at which reading stopped; empty if the end was reached.
        ended: whether the journal records that the run ended.
    """

    read: int = 0
    left: Mapping[str, int] = field(default_factory=dict)
    first: Mapping[str, int] = field(default_factory=dict)
    stopped: str = ""
    ended: bool = True


@dataclass(frozen=True)
class SideEffect:
    """An object outside the graph that the compiled code changes.

    Attributes:
        target: the path of the object: ``L['self'].seen``, ``G['COUNT']``, or the bare
            name of a closure variable; empty if torch has no name for it.
        type_name: the object's type.
        user_lines: the user's lines that change it.
    """

    target: str
    type_name: str = ""
    user_lines: tuple[SourceLine, ...] = ()


@dataclass(frozen=True)
class SideEffects(Event, kind="side_effects", per_attempt=True, folded=True):
    """The side effects that Dynamo replays after the graph of a compilation."""

    effects: tuple[SideEffect, ...] = ()


@dataclass(frozen=True)
class ShapeGuard(Event, kind="shape_guard", once=True, per_attempt=True):
    """A condition on sizes that tracing added, and the line that required it.

    Attributes:
        expression: the condition.
        user_line: the innermost line that torch traced.
        reason: not empty if torch made a size constant.
        run_line: the line of the program that torch ran at `user_line`, such as a line
            of an operator's fake implementation.
    """

    expression: str = ""
    user_line: SourceLine | None = None
    reason: str = ""
    run_line: SourceLine | None = None

    @property
    def line(self) -> SourceLine | None:
        """The line that required the condition."""
        return self.run_line or self.user_line


@dataclass(frozen=True)
class FailedAt(Event, kind="failed_at"):
    """The user's stack at an error that ended a compilation, innermost line last."""

    user_stack: tuple[SourceLine, ...] = ()


@dataclass(frozen=True)
class ProgramError(Event, kind="program_error", of_run=True):
    """The error that was raised in compiled code, and that ended the program.

    Attributes:
        error: the name of the exception's class.
        text: the message.
        user_stack: the program's lines at the error, the innermost last.
        code: the file of the transformed code that raised it; empty if torch did.
    """

    error: str = ""
    text: str = ""
    user_stack: tuple[SourceLine, ...] = ()
    code: str = ""


@dataclass(frozen=True)
class KernelOrigin:
    """The origin of one kernel launch.

    Attributes:
        kernel: the launch, as ``name:number``.
        nodes: the nodes of the graph that Inductor lowers.
        user_lines: the user's lines.
    """

    kernel: str
    nodes: tuple[str, ...] = ()
    user_lines: tuple[SourceLine, ...] = ()


@dataclass(frozen=True)
class KernelOrigins(Event, kind="kernel_origins", folded=True):
    """The origins of kernels that Inductor recorded."""

    origins: tuple[KernelOrigin, ...] = ()


@dataclass(frozen=True)
class DdpPiece(Event, kind="ddp_piece", per_attempt=True):
    """One part of a captured graph that torch splits for DistributedDataParallel.

    Each part is compiled separately.  So the gradients of one part can be sent while
    the backward of the next part runs.  `name` is torch's name (``submod_0``).
    """

    name: str = ""
    user_lines: tuple[SourceLine, ...] = ()


@dataclass(frozen=True)
class Annotation(Event, kind="annotation", per_attempt=True):
    """Facts that a backend adds; `graph` is the graph file that was reported last."""

    metadata: Mapping[str, str] = field(default_factory=dict)
    graph: str = ""


@dataclass(frozen=True)
class PlainCalls(Event, kind="plain_calls", of_run=True, folded=True):
    """How often a function with cache entries ran as plain Python."""

    code_key: str = ""
    calls: int = 0


@dataclass(frozen=True)
class CompiledFor(Event, kind="compiled_for", folded=True):
    """The function that contains the compiled code, and the object it was called on.

    Attributes:
        owner: the function's name in the user's program
            (``LlamaForCausalLM.forward``); empty if the code object has that name.
        decorator: the decorator around the function (``can_return_tuple``), if the code
            is the decorator's.
        instance_class: the class of the object.
        path: the object's path in the outermost module (``model.layers[3]``); empty if
            the object is that module, or if the path is unknown.
        is_root: whether the object is the outermost module.
        instances: the folded paths (`model.instances.unfolded`) of all modules of this
            class, including the object.  A module whose path is in no compilation was
            never compiled.
    """

    owner: str = ""
    decorator: str = ""
    instance_class: str = ""
    path: str = ""
    is_root: bool = False
    instances: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The title to show; empty if the name of the code object is enough."""
        inside = f", inside {self.decorator}" if self.owner and self.decorator else ""
        return self.owner + inside


@dataclass(frozen=True)
class ModuleClasses(Event, kind="module_classes", folded=True):
    """The classes of the modules of a captured graph, by path (``self.layers.0``).

    For each module, the names are separated by spaces: its own class, then its bases.
    """

    classes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SourceText(Event, kind="source_text", of_run=True, folded=True):
    """The source of a function with captured lines.

    `changed` is true if the file has changed since its import, so lines may be wrong.
    """

    file: str = ""
    first_line: int = 0
    qualified_name: str = ""
    text: str = ""
    changed: bool = False

    @property
    def last_line(self) -> int:
        """The number of the function's last line."""
        return self.first_line + self.text.rstrip("\n").count("\n")


@dataclass(frozen=True)
class ProgramFile(Event, kind="program_file", of_run=True, once=True):
    """The whole source of one of the program's files at the end of the block."""

    file: str = ""
    text: str = ""


@dataclass(frozen=True)
class OptionValues(Event, kind="option_values", of_run=True, once=True):
    """The strings that a library lists beside a line that reads an option.

    Attributes:
        file: the library's file.
        line: the line that reads the option.
        listed: the line of the list.
        values: the strings; first those of functions that the file defines itself.
    """

    file: str = ""
    line: int = 0
    listed: int = 0
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class CudaGraphs(Event, kind="cuda_graphs", of_run=True, once=True):
    """Why requested CUDA graphs were not used, or why too many were recorded.

    Attributes:
        cause: torch's cause, without the words that all such messages begin with.
        at: the line that torch names.
        sizes: the number of distinct sizes, each with a graph of its own, if that is
            the problem; otherwise 0.
    """

    cause: str = ""
    at: SourceLine | None = None
    sizes: int = 0
