"""Events about what surrounds graphs: sizes, side effects, origins, annotations, calls.

A new event goes here: those that every run is made of, its compilations, entries,
graphs, guards, kernels and costs, are in `model.events`, with what all events need.
Which of these torch's trace tells is in `capture.trace_table`; the rest come from
`depyf.annotate` and `depyf.check`, from the frames that compile and are called, and
from source files.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Mapping

from depyf.model.events import Event
from depyf.model.facts import Keeping

if TYPE_CHECKING:
    from depyf.model.call_check import Entry, Miss
    from depyf.model.events import SourceLine


@dataclass(frozen=True)
class SideEffect:
    """One object that compiled code changes as the original would have.

    `target` is how the frame reaches it (``L['self'].seen``, ``G['COUNT']``, the bare
    name of a closure's variable), empty where torch has no name for it.
    """

    target: str
    type_name: str = ""
    user_lines: tuple[SourceLine, ...] = ()


@dataclass(frozen=True)
class SideEffects(Event):
    """What Dynamo replays after the graph of a compilation."""

    kind: ClassVar[str] = "side_effects"
    keeping: ClassVar[Keeping] = Keeping(per_attempt=True, folded=True)
    effects: tuple[SideEffect, ...] = ()


@dataclass(frozen=True)
class ShapeGuard(Event):
    """A condition on sizes that tracing added, and the line that needed it.

    `reason` is set where a size was made a constant.
    """

    kind: ClassVar[str] = "shape_guard"
    keeping: ClassVar[Keeping] = Keeping(once=True, per_attempt=True)
    expression: str = ""
    user_line: SourceLine | None = None
    reason: str = ""


@dataclass(frozen=True)
class KernelOrigin:
    """Where one kernel comes from; `kernel` is ``name:number`` of a launch.

    `nodes` are those of the graph that Inductor lowers.
    """

    kernel: str
    nodes: tuple[str, ...] = ()
    user_lines: tuple[SourceLine, ...] = ()


@dataclass(frozen=True)
class KernelOrigins(Event):
    """What Inductor recorded of the origins of its kernels."""

    kind: ClassVar[str] = "kernel_origins"
    keeping: ClassVar[Keeping] = Keeping(folded=True)
    origins: tuple[KernelOrigin, ...] = ()


@dataclass(frozen=True)
class DdpPiece(Event):
    """One of the graphs that a captured graph is cut into for data parallel training.

    Each is compiled alone, so that the gradients of one can be sent while the backward
    of the next runs.  `name` is torch's (``submod_0``).
    """

    kind: ClassVar[str] = "ddp_piece"
    keeping: ClassVar[Keeping] = Keeping(per_attempt=True)
    name: str = ""
    user_lines: tuple[SourceLine, ...] = ()


@dataclass(frozen=True)
class Annotation(Event):
    """What a backend says about its work; `graph` is the file reported last."""

    kind: ClassVar[str] = "annotation"
    keeping: ClassVar[Keeping] = Keeping(per_attempt=True)
    metadata: Mapping[str, str] = field(default_factory=dict)
    graph: str = ""


@dataclass(frozen=True)
class PlainCalls(Event):
    """How often the code as it was written ran, although it has entries."""

    kind: ClassVar[str] = "plain_calls"
    keeping: ClassVar[Keeping] = Keeping(of_run=True, folded=True)
    code_key: str = ""
    calls: int = 0


@dataclass(frozen=True)
class CompiledFor(Event):
    """Whose code a compilation is about, and which object it was called on.

    `owner` is the function as its owner knows it (``LlamaForCausalLM.forward``), where
    that is not what the code object says; `decorator` is then what wraps it
    (``can_return_tuple``).  `instance_class` is the class of the object, `path` where
    the module that is called holds it (``model.layers[3]``), empty for that one itself
    and where it is unknown (`is_root` tells these apart).  `instances` are the paths
    of all modules of that class there, this one included, folded
    (`model.module_paths.unfolded`): one whose path no compilation names was never
    compiled.
    """

    kind: ClassVar[str] = "compiled_for"
    keeping: ClassVar[Keeping] = Keeping(folded=True)
    owner: str = ""
    decorator: str = ""
    instance_class: str = ""
    path: str = ""
    is_root: bool = False
    instances: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Return what a reader is told of it, empty where the code says it all."""
        inside = f", inside {self.decorator}" if self.owner and self.decorator else ""
        return self.owner + inside


@dataclass(frozen=True)
class ModuleClasses(Event):
    """The modules of a captured graph: ``self.layers.0`` to the names of its classes.

    The module's own class first, then those it inherits from, with spaces between.
    """

    kind: ClassVar[str] = "module_classes"
    keeping: ClassVar[Keeping] = Keeping(folded=True)
    classes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SourceText(Event):
    """A function with captured lines, as it stands in its file.

    `changed`: the file is no longer what was imported, so lines may be off.
    """

    kind: ClassVar[str] = "source_text"
    keeping: ClassVar[Keeping] = Keeping(of_run=True, folded=True)
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
class CallChecked(Event):
    """What `depyf.check` said of a call that was not made.

    `code_key` is that of the function's code (as in `TransformedCode`), `co_name`,
    `file` and `first_line` are where it stands, `asked_at` is the line that asked.
    `generation` is that of the compile ids in `entry` and `misses`, which belong to
    `model.call_check` as the rest does.  `times`: it was said as often.
    """

    kind: ClassVar[str] = "call_checked"
    keeping: ClassVar[Keeping] = Keeping(of_run=True, folded=True)
    code_key: str = ""
    co_name: str = ""
    file: str = ""
    first_line: int = 0
    asked_at: SourceLine | None = None
    generation: int = 0
    function: str = ""
    hits: bool | None = None
    outcome: str = ""
    entry: Entry | None = None
    misses: tuple[Miss, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()
    times: int = 1


@dataclass(frozen=True)
class CudaGraphs(Event):
    """What torch says of CUDA graphs that were asked for and could not be used so.

    `cause` is torch's, without what all causes begin with; `at` the line that it names;
    `sizes` how many graphs were recorded by then, one for each size, if that is it.
    """

    kind: ClassVar[str] = "cuda_graphs"
    keeping: ClassVar[Keeping] = Keeping(of_run=True, once=True)
    cause: str = ""
    at: SourceLine | None = None
    sizes: int = 0
