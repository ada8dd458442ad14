"""The immutable model of a run: Run -> Frame -> Compilation -> parts.

Events that need no folding are kept in `facts`.  A frame refers to another frame by its
`Frame.key`, and to a compilation by its `CompileId`.
"""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Mapping, NamedTuple, Sequence

from depyf.model.detail_events import JournalRead
from depyf.model.events import Metrics, RunEnded
from depyf.model.facts import Facts
from depyf.model.file_names import full_code_file, graph_file
from depyf.model.sources import NO_SOURCES, Sources
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.call_check import CallChecked
    from depyf.model.detail_events import (
        CompiledFor,
        KernelOrigin,
        SideEffect,
    )
    from depyf.model.events import (
        FrameSkipped,
        GraphBreak,
        Guard,
        Kernel,
        RecompileReason,
        ResumeLink,
        RunStarted,
        SourceLine,
        TransformedCode,
    )
    from depyf.torch_text.names import CompileId


_MOST_OWNERS = 3
NO_FACTS = Facts()


@dataclass(frozen=True)
class Graph:
    """One graph at one stage.

    Attributes:
        prefix: ``__compiled_fn_N``, or a name made by depyf if torch gave no number.
        stage: the stage's name, such as ``Forward_graph``.
        index: the number of the graph among those of the same prefix and stage.
        text: the graph as torch prints it.
        backward: whether it is a backward graph.
        runnable: the source of the graph that runs; empty if unknown.
        boxed: whether the runnable graph takes its arguments as one list.
    """

    prefix: str
    stage: str
    index: int
    text: str
    backward: bool = False
    runnable: str = ""
    boxed: bool = False

    @property
    def file(self) -> str:
        """The name of the graph's file."""
        return graph_file(self.prefix, self.stage, self.index)


@dataclass(frozen=True)
class GraphText:
    """The text of a graph's file.

    The source that runs begins at line `first_line` of the file.
    """

    text: str
    first_line: int


@dataclass(frozen=True)
class Compilation:
    """One successful or failed compilation of a frame: the last of its attempts.

    If both `entry` and `skipped` are set, torch compiled code and then discarded it.
    `facts` has the events of the compilation that are kept as they are.
    """

    id: CompileId
    attempts: int = 1
    entry: TransformedCode | None = None
    guards: tuple[Guard, ...] = ()
    guards_known: bool = False
    graphs: tuple[Graph, ...] = ()
    kernels: tuple[Kernel, ...] = ()
    breaks: tuple[GraphBreak, ...] = ()
    recompile: tuple[RecompileReason, ...] = ()
    side_effects: tuple[SideEffect, ...] = ()
    origins: tuple[KernelOrigin, ...] = ()
    resumes: tuple[ResumeLink, ...] = ()
    skipped: FrameSkipped | None = None
    hits: int | None = None
    stack: tuple[SourceLine, ...] = ()
    instance: CompiledFor | None = None
    module_classes: Mapping[str, str] = field(default_factory=dict)
    sources: Sources = NO_SOURCES  # the sources of the run
    facts: Facts = NO_FACTS

    @property
    def parts(self) -> tuple[Graph | Kernel, ...]:
        """The graphs, and the modules generated from them."""
        return (*self.graphs, *self.kernels)

    @property
    def prefixes(self) -> tuple[str, ...]:
        """The distinct ``__compiled_fn_N`` of this compilation, in order."""
        names = [*(self.entry.graph_calls if self.entry else ())]
        names += [one.prefix for one in self.parts]
        return tuple(dict.fromkeys(names))

    @property
    def seconds(self) -> float:
        """The seconds that torch spent compiling, including a lazy backward."""
        return sum(metrics.seconds for metrics in self.facts.all(Metrics))


@dataclass(frozen=True)
class Frame:
    """One code object that Dynamo tried to compile, with all its compilations.

    Attributes:
        key: identifies the frame in its run.
        co_name: the name of the code object.
        qualified_name: its qualified name.
        file: the file of the code.
        first_line: its first line.
        original_source: its source before compilation.
        parent: the key of the frame that this one resumes; None for user functions.
        full_code_index: the ``i`` of ``full_code_for_{co_name}_{i}.py``; None for
            resume functions and functions without an entry.
        compilations: its compilations.
        plain_calls: the number of calls that ran as plain Python, if known.
        owners: the names of the function in the user's program, if the code object has
            another name.  Several if a decorator was applied to several functions.
        decorator: the decorator that contains the code.
        crossing: for a resume function, the expressions of the values that cross the
            graph break, by torch's names.
    """

    key: str
    co_name: str
    qualified_name: str
    file: str
    first_line: int
    original_source: str = ""
    parent: str | None = None
    full_code_index: int | None = None
    compilations: tuple[Compilation, ...] = ()
    plain_calls: int | None = None
    owners: tuple[str, ...] = ()
    decorator: str = ""
    crossing: Mapping[str, str] = field(default_factory=dict)

    @property
    def owner(self) -> str:
        """The function's name in the user's program.

        For code of a decorator that wraps several functions, it is the decorator's.
        """
        if not self.owners:
            return self.qualified_name or self.co_name
        return self.decorator if self.is_shared else self.some_owners

    @property
    def is_shared(self) -> bool:
        """Whether this is the code of a decorator around several functions."""
        return len(self.owners) > 1 and bool(self.decorator)

    @property
    def some_owners(self) -> str:
        """The first names of the function in the user's program."""
        shown = ", ".join(self.owners[:_MOST_OWNERS])
        more = len(self.owners) - _MOST_OWNERS
        return f"{shown} and {more} more" if more > 0 else shown

    @property
    def title(self) -> str:
        """The title to show: the function's name, and the decorator around it."""
        if not self.decorator:
            return self.owner
        if self.is_shared:
            return f"{self.decorator}, around {self.some_owners}"
        return f"{self.owner}, inside {self.decorator}"

    @property
    def full_code(self) -> str:
        """The name of the function's ``full_code`` file; empty if there is none."""
        index = self.full_code_index
        return "" if index is None else full_code_file(self.co_name, index)

    @cached_property
    def entries(self) -> tuple[Compilation, ...]:
        """The compilations that made a cache entry, in order."""
        return tuple(item for item in self.compilations if item.entry is not None)


class Placed(NamedTuple):
    """A compilation with its frame and its index in the frame."""

    frame: Frame
    at: int
    compilation: Compilation


@dataclass(frozen=True)
class Run:
    """Everything that one process compiled, in all its blocks of `prepare_debug`.

    Attributes:
        started: the start of the first block.
        frames: the frames.
        unattributed: the graphs that belong to no compilation.
        unattributed_kernels: the generated modules that belong to no compilation.
        order: the keys of compile ids, in the order in which compilations began.
        sources: the recorded functions.
        checks: the recorded answers of `depyf.check`.
        facts: the events of the run that are kept as they are.
    """

    started: RunStarted
    frames: tuple[Frame, ...] = ()
    unattributed: tuple[Graph, ...] = ()
    unattributed_kernels: tuple[Kernel, ...] = ()
    order: tuple[str, ...] = ()
    sources: Sources = NO_SOURCES
    checks: tuple[CallChecked, ...] = ()
    facts: Facts = NO_FACTS

    def checks_of(self, key: str | None) -> tuple[CallChecked, ...]:
        """Return the answers of `depyf.check` for a frame.

        With None, return the answers for functions that have no frame.
        """
        return tuple(one for one in self.checks if one.frame == key)

    def frame(self, key: str | None) -> Frame | None:
        """Return the frame with this key, or None."""
        return self._by_key.get(key)

    @cached_property
    def positions(self) -> Mapping[str | None, int]:
        """The index of each frame, by its key."""
        return {frame.key: position for position, frame in enumerate(self.frames)}

    @cached_property
    def children(self) -> Mapping[str | None, Sequence[Frame]]:
        """The resume functions of each frame, by its key."""
        found: dict[str | None, list[Frame]] = {}
        for frame in self.frames:
            found.setdefault(frame.parent, []).append(frame)
        return found

    @cached_property
    def _roots(self) -> dict[str | None, Frame]:
        return {}  # filled by `root_of`

    @cached_property
    def _by_key(self) -> Mapping[str | None, Frame]:
        return {frame.key: frame for frame in self.frames}

    def root_of(self, frame: Frame) -> Frame:
        """Return the frame of the user's function that a resume function belongs to."""
        passed = []
        while frame.parent in self._by_key and frame.key not in self._roots:
            passed.append(frame.key)
            frame = self._by_key[frame.parent]
        root = self._roots.get(frame.key, frame)
        self._roots.update(dict.fromkeys(passed, root))
        return root

    def in_order(self) -> list[Placed]:
        """Return the compilations in the order in which they began."""
        place_of = {key: number for number, key in enumerate(self.order)}
        found = [
            Placed(frame, at, one)
            for frame in self.frames
            for at, one in enumerate(frame.compilations)
        ]
        last = len(place_of)
        return sorted(found, key=lambda one: place_of.get(one.compilation.id.key, last))

    @property
    def has_ended(self) -> bool:
        """Whether the journal shows that the run ended."""
        return all(one.ended for one in self.facts.all(JournalRead))

    @property
    def ended_with(self) -> str:
        """The class of the exception that ended the run; empty if there was none."""
        raised = [one.error for one in self.facts.all(RunEnded) if one.error]
        return raised[-1] if raised else ""

    @property
    def compilations(self) -> tuple[Compilation, ...]:
        """All compilations, frame by frame."""
        return tuple(item for frame in self.frames for item in frame.compilations)

    @property
    def roots(self) -> tuple[Frame, ...]:
        """The frames of functions that a user wrote: all but resume functions."""
        return tuple(frame for frame in self.frames if frame.parent is None)
