"""Events beyond the graphs: sizes, side effects, origins, annotations, calls.

A new event goes here: those that every run is made of, its compilations, entries,
graphs, guards, kernels and costs, are in `model.events`, with what all events need.
Which of these torch's trace tells is in `capture.trace_table`; the rest come from
`depyf.annotate`, from the frames that compile and are called, and from source files.
What `depyf.check` says is in `model.call_check`.
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
    """How much of a journal `depyf report` could read; no journal holds this event.

    Attributes:
        read: the lines that were read.
        left: the lines that were not, by reason, such as ``not JSON``.
        first: the number of the first of them, by reason.
        stopped: the limit at which reading stopped, empty where it reached the end.
        ended: whether the run wrote down that it ended.
    """

    read: int = 0
    left: Mapping[str, int] = field(default_factory=dict)
    first: Mapping[str, int] = field(default_factory=dict)
    stopped: str = ""
    ended: bool = True


@dataclass(frozen=True)
class SideEffect:
    """One object that compiled code changes as the original code would.

    `target` is how the frame reaches it (``L['self'].seen``, ``G['COUNT']``, the bare
    name of a closure's variable), empty where torch has no name for it.
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
    """A condition on sizes that tracing added, and the line that needed it.

    `reason` is set where a size was made a constant.
    """

    expression: str = ""
    user_line: SourceLine | None = None
    reason: str = ""


@dataclass(frozen=True)
class KernelOrigin:
    """The origin of one kernel; `kernel` is ``name:number`` of a launch.

    `nodes` are those of the graph that Inductor lowers.
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
    """One of the graphs that a captured graph is cut into for data parallel training.

    Each is compiled alone, so that the gradients of one can be sent while the backward
    of the next runs.  `name` is torch's (``submod_0``).
    """

    name: str = ""
    user_lines: tuple[SourceLine, ...] = ()


@dataclass(frozen=True)
class Annotation(Event, kind="annotation", per_attempt=True):
    """What a backend says about its work; `graph` is the file reported last."""

    metadata: Mapping[str, str] = field(default_factory=dict)
    graph: str = ""


@dataclass(frozen=True)
class PlainCalls(Event, kind="plain_calls", of_run=True, folded=True):
    """How often the code as it was written ran, although it has entries."""

    code_key: str = ""
    calls: int = 0


@dataclass(frozen=True)
class CompiledFor(Event, kind="compiled_for", folded=True):
    """The owner of the compiled code, and the object that it was called on.

    `owner` is the function as its owner knows it (``LlamaForCausalLM.forward``), where
    that is not what the code object says; `decorator` is then what wraps it
    (``can_return_tuple``).  `instance_class` is the class of the object, `path` where
    the module that is called holds it (``model.layers[3]``), empty for that one itself
    and where it is unknown (`is_root` tells these apart).  `instances` are the paths
    of all modules of that class there, this one included, folded
    (`model.instances.unfolded`): one whose path no compilation names was never
    compiled.
    """

    owner: str = ""
    decorator: str = ""
    instance_class: str = ""
    path: str = ""
    is_root: bool = False
    instances: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Return the title to show; empty if the code's own name is enough."""
        inside = f", inside {self.decorator}" if self.owner and self.decorator else ""
        return self.owner + inside


@dataclass(frozen=True)
class ModuleClasses(Event, kind="module_classes", folded=True):
    """The modules of a captured graph: ``self.layers.0`` to the names of its classes.

    The module's own class first, then those it inherits from, with spaces between.
    """

    classes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SourceText(Event, kind="source_text", of_run=True, folded=True):
    """A function with captured lines, as it stands in its file.

    `changed`: the file is no longer what was imported, so lines may be off.
    """

    file: str = ""
    first_line: int = 0
    qualified_name: str = ""
    text: str = ""
    changed: bool = False

    @property
    def last_line(self) -> int:
        """Return the number of its last line."""
        return self.first_line + self.text.rstrip("\n").count("\n")


@dataclass(frozen=True)
class ProgramFile(Event, kind="program_file", of_run=True, once=True):
    """The whole source of one of the program's own files, as the block closed."""

    file: str = ""
    text: str = ""


@dataclass(frozen=True)
class CudaGraphs(Event, kind="cuda_graphs", of_run=True, once=True):
    """Why CUDA graphs were requested but not used, in torch's words.

    `cause` is torch's, without what all causes begin with; `at` the line that it names;
    `sizes` how many graphs were recorded by then, one for each size, if that is it.
    """

    cause: str = ""
    at: SourceLine | None = None
    sizes: int = 0
