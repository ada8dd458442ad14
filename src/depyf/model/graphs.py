"""Merges reports of graphs and kernels of one compilation, and numbers them.

The same graph is often reported twice, by the structured trace and by the patched
printer.  Within a stage the k-th report of each is the same graph; the trace's
text wins, because it also shows strides and devices.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Sequence

from depyf.model.ids import short_name
from depyf.model.run import GeneratedKernel, Graph
from depyf.model.stages import BACKWARD, stage_order

if TYPE_CHECKING:
    from depyf.model.events import GraphReported, Kernel, RunnableGraph


class GraphNumbers:
    """Counts graphs and kernels per file-name prefix over a whole run."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()

    def take(self, prefix: str, what: str, given: int = -1) -> int:
        """Return the next number for this prefix and stage, or the given one."""
        if given >= 0:
            return given
        key = (prefix, what.lower())
        number = self._counts[key]
        self._counts[key] += 1
        return number


def graphs_of(
    reported: Sequence[GraphReported],
    runnable: Sequence[RunnableGraph],
    prefix: str,
    numbers: GraphNumbers,
) -> tuple[Graph, ...]:
    """Return the graphs of one compilation, in reading order."""
    stages = {event.stage: None for event in reported}
    stages.update({event.stage: None for event in runnable})
    graphs: list[Graph] = []
    for stage in sorted(stages, key=stage_order):
        texts = _merged([event for event in reported if event.stage == stage])
        running = _latest([event for event in runnable if event.stage == stage])
        for position in range(max(len(texts), len(running))):
            text = texts[position] if position < len(texts) else None
            run = running[position] if position < len(running) else None
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


def _latest(runnable: Sequence[RunnableGraph]) -> list[RunnableGraph]:
    """Return one event a file: AOTAutograd runs a copy of what it reported first."""
    by_file: dict[str, RunnableGraph] = {}
    for position, event in enumerate(runnable):
        by_file[event.file or str(position)] = event
    return list(by_file.values())


def _merged(reported: Sequence[GraphReported]) -> list[GraphReported]:
    by_origin: dict[str, list[GraphReported]] = {}
    for event in reported:
        by_origin.setdefault(event.origin, []).append(event)
    # "trace" sorts after "hook" and after names of other origins, so it is laid last.
    merged: list[GraphReported] = []
    for origin in sorted(by_origin):
        events = by_origin[origin]
        merged = events + merged[len(events) :]
    return merged


def _is_backward(stage: str, event: GraphReported | None) -> bool:
    if stage == BACKWARD:
        return True
    if event is None:
        return False
    # Only a backward graph takes gradients of outputs; the joint graph does too.
    takes_tangents = stage.endswith("POST_GRAD") and "tangents_" in event.text
    return event.backward or takes_tangents


def kernels_of(
    reported: Sequence[Kernel], prefix: str, numbers: GraphNumbers
) -> tuple[GeneratedKernel, ...]:
    """Return the generated modules of one compilation, each once."""
    kernels: list[GeneratedKernel] = []
    seen: set[tuple[str, bool]] = set()
    for event in reported:
        identity = (event.path or event.text, event.backward)
        if identity in seen:
            continue
        seen.add(identity)
        own_prefix = short_name(event.compiled_fn) or prefix
        kernels.append(
            GeneratedKernel(
                prefix=own_prefix,
                index=numbers.take(own_prefix, "kernel", event.number),
                text=event.text,
                language=event.language,
                names=event.names,
                backward=event.backward,
                path=event.path,
            )
        )
    return tuple(kernels)
