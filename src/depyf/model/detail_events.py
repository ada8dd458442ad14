"""Events about what surrounds graphs: sizes, side effects, origins, annotations, calls.

=================  ====================================================================
SideEffects        ``artifact:dynamo_side_effects``: what Dynamo does to the program's
                   objects after its graph has run
ShapeGuard         ``guard_added_fast``, ``symbolic_shape_specialization``: a condition
                   on a size, and the user's line that asked for it
KernelOrigins      ``inductor_provenance_tracking_*``: the nodes and lines behind each
                   kernel, exact
Annotation         `depyf.annotate`, called by a backend
PlainCalls         how often the original code of a compiled function ran all the same
=================  ====================================================================
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, ClassVar, Mapping

from depyf.model.events import Event
from depyf.records import dataclass

if TYPE_CHECKING:
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
    effects: tuple[SideEffect, ...] = ()


@dataclass(frozen=True)
class ShapeGuard(Event):
    """A condition on sizes that tracing added, and the line that needed it.

    `reason` is set where a size was made a constant.
    """

    kind: ClassVar[str] = "shape_guard"
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
    origins: tuple[KernelOrigin, ...] = ()


@dataclass(frozen=True)
class Annotation(Event):
    """What a backend says about its work; `graph` is the file reported last."""

    kind: ClassVar[str] = "annotation"
    metadata: Mapping[str, str] = field(default_factory=dict)
    graph: str = ""


@dataclass(frozen=True)
class PlainCalls(Event):
    """How often the code as it was written ran, although it has entries."""

    kind: ClassVar[str] = "plain_calls"
    code_key: str = ""
    calls: int = 0
