"""The immutable model of a run: Run -> Frame -> Compilation -> parts.

Leaves that need no folding are the events themselves, in `facts`.  Every link between
frames is a `Frame.key`, every link to a compilation a `CompileId`.
"""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Mapping, NamedTuple, Sequence

from depyf.model.detail_events import JournalRead
from depyf.model.events import Metrics
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
    """One graph at one stage; `index` counts the graphs of that stage and prefix.

    `prefix` is ``__compiled_fn_N``, or a stand-in where torch never gave a number.
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
        """Return the name of its file."""
        return graph_file(self.prefix, self.stage, self.index)


@dataclass(frozen=True)
class GraphText:
    """A graph's file; its line `first_line` is line 1 of the source that runs."""

    text: str
    first_line: int


@dataclass(frozen=True)
class Compilation:
    """One successful or failed compilation of a frame (the last of its attempts).

    With both `entry` and `skipped`, torch made code and then threw it away.  `facts`
    has what was told of it and is kept as it is, by the class of event.
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
    sources: Sources = NO_SOURCES  # those of the run
    facts: Facts = NO_FACTS

    @property
    def parts(self) -> tuple[Graph | Kernel, ...]:
        """Return the graphs and the modules generated from them."""
        return (*self.graphs, *self.kernels)

    @property
    def prefixes(self) -> tuple[str, ...]:
        """Return the ``__compiled_fn_N`` of this compilation, in order, each once."""
        names = [*(self.entry.graph_calls if self.entry else ())]
        names += [one.prefix for one in self.parts]
        return tuple(dict.fromkeys(names))

    @property
    def seconds(self) -> float:
        """Return the time torch spent compiling, lazy backward included."""
        return sum(metrics.seconds for metrics in self.facts.all(Metrics))


@dataclass(frozen=True)
class Frame:
    """One code object that Dynamo looked at, with all its compilations.

    `parent` is the frame that this one resumes (None for what the user wrote);
    `full_code_index` is the ``i`` of ``full_code_for_{co_name}_{i}.py``, None for
    resume functions; `plain_calls` counts the calls that ran the code as written.
    `owners` are the names of its function as the program's author knows it, where the
    code object has another: several if a decorator was used on several functions.
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

    @property
    def owner(self) -> str:
        """Return the function's name as the program's author knows it."""
        if not self.owners:
            return self.qualified_name or self.co_name
        shown = ", ".join(self.owners[:_MOST_OWNERS])
        more = len(self.owners) - _MOST_OWNERS
        return f"{shown} and {more} more" if more > 0 else shown

    @property
    def title(self) -> str:
        """Return the title to show: its owner's name, and the decorator around it."""
        if not self.decorator:
            return self.owner
        return f"{self.owner}, inside {self.decorator}"

    @property
    def full_code(self) -> str:
        """The name of the function's ``full_code`` file; empty if it has none."""
        index = self.full_code_index
        return "" if index is None else full_code_file(self.co_name, index)

    @cached_property
    def entries(self) -> tuple[Compilation, ...]:
        """Return the compilations that made a cache entry, in order."""
        return tuple(item for item in self.compilations if item.entry is not None)


class Placed(NamedTuple):
    """A compilation, and its index in its frame."""

    frame: Frame
    at: int
    compilation: Compilation


@dataclass(frozen=True)
class Run:
    """Everything that one process compiled, over all its blocks.

    `order` holds the keys of compile ids in the order in which compilations began,
    `checks` what `depyf.check` said meanwhile.
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
        """Return `depyf.check`'s answers for a frame; None: for calls of no frame."""
        return tuple(one for one in self.checks if one.frame == key)

    def frame(self, key: str | None) -> Frame | None:
        """Return the frame with this key."""
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
        return {}  # filled as they are asked for

    @cached_property
    def _by_key(self) -> Mapping[str | None, Frame]:
        return {frame.key: frame for frame in self.frames}

    def root_of(self, frame: Frame) -> Frame:
        """Return the user's function that a frame is a part of."""
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
        """Whether the run ended, as far as the journal shows."""
        return all(one.ended for one in self.facts.all(JournalRead))

    @property
    def compilations(self) -> tuple[Compilation, ...]:
        """Return all compilations, frame by frame."""
        return tuple(item for frame in self.frames for item in frame.compilations)

    @property
    def roots(self) -> tuple[Frame, ...]:
        """Return the frames that a user wrote: all but resume functions."""
        return tuple(frame for frame in self.frames if frame.parent is None)
