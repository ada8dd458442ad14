"""Collect the events of one compilation, and fold them into a `Compilation`."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import field, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Sequence, TypeVar

from depyf.model import events as ev
from depyf.model.detail_events import (
    CompiledFor,
    KernelOrigin,
    KernelOrigins,
    ModuleClasses,
    ShapeGuard,
    SideEffects,
)
from depyf.model.facts import facts_of
from depyf.model.python_text import parsed
from depyf.model.run import Compilation, Graph
from depyf.model.size_conditions import with_causes, with_program_lines
from depyf.model.stages import BACKWARD, stage_order
from depyf.records import dataclass
from depyf.torch_text.guards import guards_of_leaves, guards_of_tree
from depyf.torch_text.names import short_name

if TYPE_CHECKING:
    from depyf.model.detail_events import SideEffect
    from depyf.model.sources import Sources
    from depyf.model.whole_paths import WholePaths
    from depyf.torch_text.names import CompileId

_Kind = TypeVar("_Kind", bound=ev.Event)


@dataclass
class Group:
    """The events of one compilation, without those of abandoned attempts.

    torch either reports that an attempt begins, or (2.13) only numbers its reports.  A
    backward that is compiled later has the number of the first attempt.
    """

    key: str
    compile_id: CompileId
    events: list[ev.Event] = field(default_factory=list)
    attempts: int = 0
    number: int = 0
    is_announced: bool = True
    looked_at: int = 0  # the number of kept events of earlier attempts

    def add(self, event: ev.Event) -> None:
        """Add the next event of this compilation."""
        number = event.compile_id.attempt if event.compile_id else 0
        is_start = isinstance(event, ev.FrameStarted)
        if number > self.number:
            self.number, self.is_announced = number, is_start
            self._begin()
        elif is_start and self.is_announced:
            self._begin()
        elif is_start:
            self.is_announced = True
        self.events.append(event)

    def _begin(self) -> None:
        self.attempts += 1
        # Breaks and recompile reasons are kept: torch reports them in the attempt that
        # it abandons.
        fresh = self.events[self.looked_at :]
        self.events[self.looked_at :] = [
            old for old in fresh if not old.keeping.per_attempt
        ]
        self.looked_at = len(self.events)

    def all(self, kind: type[_Kind]) -> list[_Kind]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[_Kind]) -> _Kind | None:
        """Return the last event of one kind, if there is one."""
        found = self.all(kind)
        return found[-1] if found else None


def compilation_of(
    group: Group, numbers: GraphNumbers, sources: Sources, paths: WholePaths
) -> Compilation:
    """Fold the events of one compilation into a `Compilation`.

    Args:
        group: the events.
        numbers: the numbers of graphs and kernels that the run uses so far.
        sources: the sources of the run's functions.
        paths: the full paths of the run's files.
    """
    entry = group.last(ev.TransformedCode)
    guards = group.last(ev.GuardsReported)
    hits = group.last(ev.Hits)
    started = group.last(ev.FrameStarted)
    prefix = _prefix(group, entry)
    skipped = None if entry else group.last(ev.FrameSkipped)
    skipped = skipped or _failed_frame(group, started)
    effects = group.all(SideEffects)
    reasons = [one for event in group.all(ev.Recompile) for one in event.reasons]
    return Compilation(
        id=group.compile_id,
        attempts=max(1, group.attempts),
        entry=entry,
        guards=with_program_lines(
            tuple(map(paths.guard, _guards(guards))) if guards else (),
            group.all(ShapeGuard),
            group.all(ev.ShapeSymbol),
        ),
        guards_known=guards is not None,
        graphs=graphs_of(
            group.all(ev.GraphReported), group.all(ev.RunnableGraph), prefix, numbers
        ),
        kernels=kernels_of(group.all(ev.Kernel), prefix, numbers),
        breaks=_distinct_breaks(group.all(ev.GraphBreak)),
        recompile=tuple(map(paths.reason, reasons)),
        side_effects=tuple(
            one for event in effects for one in event.effects if not _is_kept(one)
        ),
        origins=_merged_origins(group.all(KernelOrigins)),
        skipped=skipped,
        hits=hits.hits if hits else None,
        stack=started.stack if started else (),
        instance=group.last(CompiledFor),
        module_classes={
            path: classes
            for event in group.all(ModuleClasses)
            for path, classes in event.classes.items()
        },
        sources=sources,
        facts=facts_of(with_causes(group.events)),
    )


def _failed_frame(
    group: Group, started: ev.FrameStarted | None
) -> ev.FrameSkipped | None:
    """Return the failure that the last metrics of a frame report; None if none."""
    metrics = [metrics for metrics in group.all(ev.Metrics) if not metrics.backward]
    if not metrics:
        return None
    last = metrics[-1]
    if last.made_entry and not last.fail_reason:
        return None
    reason = ": ".join(text for text in (last.fail_type, last.fail_reason) if text)
    return ev.FrameSkipped(
        group.compile_id,
        co_name=started.co_name if started else "",
        file=started.file if started else "",
        line=started.first_line if started else 0,
        reason=reason,
        at=last.fail_line,
    )


def _merged_origins(events: Sequence[KernelOrigins]) -> tuple[KernelOrigin, ...]:
    """Merge torch's separate records of nodes and lines into one origin per kernel."""
    nodes: dict[str, dict[str, None]] = {}
    lines: dict[str, dict[ev.SourceLine, None]] = {}
    for origin in (origin for event in events for origin in event.origins):
        nodes.setdefault(origin.kernel, {}).update(dict.fromkeys(origin.nodes))
        lines.setdefault(origin.kernel, {}).update(dict.fromkeys(origin.user_lines))
    return tuple(
        KernelOrigin(kernel, tuple(nodes[kernel]), tuple(lines[kernel]))
        for kernel in nodes
    )


def _guards(event: ev.GuardsReported) -> tuple[ev.Guard, ...]:
    """Return the guards of an entry, in the order in which torch checks them."""
    return event.parts or guards_of_leaves(event.leaves) or guards_of_tree(event.tree)


def _is_kept(effect: SideEffect) -> bool:
    """Return whether a variable that closures share only moves to a new cell.

    Torch then names it, although no line of the program assigns it.
    """
    if effect.type_name != "cell":
        return False
    lines = [parsed(one.text) for one in effect.user_lines]
    stored = [
        isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        for tree in lines
        for node in (ast.walk(tree) if tree is not None else ())
        if getattr(node, "id", "") == effect.target
    ]
    return bool(lines) and None not in lines and not any(stored)


def _distinct_breaks(breaks: Sequence[ev.GraphBreak]) -> tuple[ev.GraphBreak, ...]:
    """Return one report of each break, because a restarted attempt reports it again.

    Torch also prints "WON'T CONVERT" without a reason, in addition to such a report.
    """
    breaks = [event for event in breaks if event.reason] or breaks
    seen: dict[tuple[str, str, int], ev.GraphBreak] = {}
    for event in breaks:
        place = event.user_stack[-1] if event.user_stack else ev.SourceLine("", 0)
        seen.setdefault((event.reason, place.file, place.line), event)
    return tuple(seen.values())


def _prefix(group: Group, entry: ev.TransformedCode | None) -> str:
    """Return the ``__compiled_fn_N`` of a compilation, or a name made from its id."""
    names = list(entry.graph_calls) if entry else []
    for event in group.events:
        if isinstance(event, (ev.GraphReported, ev.RunnableGraph, ev.Kernel)):
            names.append(short_name(event.compiled_fn))
    found = next((name for name in names if name), "")
    if found:
        return found
    place = str(group.compile_id).replace("/", "_").replace("!", "autograd_")
    return f"compilation_{place or 'unknown'}"


class GraphNumbers:
    """Numbers the graphs and kernels of a run, separately for each file-name prefix."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._taken: set[tuple[str, str, int]] = set()

    def take(self, prefix: str, what: str, given: int = -1) -> int:
        """Return the given number if it is free, otherwise the next free one.

        Concatenated journals may give a number twice.

        Args:
            prefix: the prefix of the file name.
            what: the stage of a graph, or ``kernel``.
            given: the number in the journal; -1 for none.
        """
        key = (prefix.lower(), what.lower())
        number = given
        if given < 0 or (*key, given) in self._taken:
            number = self._counts[key]
            while (*key, number) in self._taken:
                number += 1
            self._counts[key] = number + 1
        self._taken.add((*key, number))
        return number


def graphs_of(
    reported: Sequence[ev.GraphReported],
    runnable: Sequence[ev.RunnableGraph],
    prefix: str,
    numbers: GraphNumbers,
) -> tuple[Graph, ...]:
    """Return the graphs of one compilation, in reading order."""
    stages = {event.stage: None for event in reported}
    stages.update({event.stage: None for event in runnable})
    graphs: list[Graph] = []
    for stage in sorted(stages, key=stage_order):
        texts = _each_once([event for event in reported if event.stage == stage])
        running = _latest([event for event in runnable if event.stage == stage])
        for text, run in zip_longest(texts, running):
            name = text.compiled_fn if text else run.compiled_fn if run else ""
            own_prefix = short_name(name) or prefix
            graphs.append(
                Graph(
                    prefix=own_prefix,
                    stage=stage,
                    index=numbers.take(own_prefix, stage, text.number if text else -1),
                    text=text.text if text else "",
                    backward=_is_backward(stage, text),
                    runnable=run.text if run else "",
                    boxed=run.boxed if run else False,
                )
            )
    return tuple(graphs)


def _each_once(reported: Sequence[ev.GraphReported]) -> list[ev.GraphReported]:
    """Return the graphs without repeated reports of the same file."""
    found: dict[tuple[object, ...], ev.GraphReported] = {}
    for position, event in enumerate(reported):
        own = position if event.number < 0 else -1
        key = (event.compiled_fn, event.number, own, event.text)
        found.setdefault(key, event)
    return list(found.values())


def _latest(runnable: Sequence[ev.RunnableGraph]) -> list[ev.RunnableGraph]:
    """Return the latest event of each file, because AOTAutograd runs a copy."""
    by_file: dict[str, ev.RunnableGraph] = {}
    for position, event in enumerate(runnable):
        by_file[event.file or str(position)] = event
    return list(by_file.values())


def _is_backward(stage: str, event: ev.GraphReported | None) -> bool:
    if stage == BACKWARD:
        return True
    if event is None:
        return False
    # Besides the joint graph, only a backward graph takes gradients of outputs.
    takes_tangents = stage.endswith("POST_GRAD") and "tangents_" in event.text
    return event.backward or takes_tangents


def kernels_of(
    reported: Sequence[ev.Kernel], prefix: str, numbers: GraphNumbers
) -> tuple[ev.Kernel, ...]:
    """Return the generated modules of one compilation, numbered, without repeats."""
    kernels: list[ev.Kernel] = []
    seen: set[tuple[str, bool]] = set()
    for event in reported:
        identity = (event.path or event.text, event.backward)
        if identity in seen:
            continue
        seen.add(identity)
        own_prefix = event.prefix or prefix
        number = numbers.take(own_prefix, "kernel", event.number)
        kernels.append(replace(event, compiled_fn=own_prefix, number=number))
    return tuple(kernels)
