"""Find how long the compiler took to start for the first graph of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from depyf.model.events import Metrics
from depyf.model.phases import own_seconds

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame, Run

_LEAST = 1.0  # seconds; less needs no remark
_TIMES = 3  # as long as any other graph: a larger graph alone does not explain that


class FirstGraph(NamedTuple):
    """The first graph of a process, if it took much longer than the others.

    Attributes:
        frame, compilation: what it belongs to.
        seconds: what AOTAutograd and Inductor took for it, in their Python code.
        most: the most that they took for another graph.
        makes_kernels: whether the run has kernels of Inductor.
    """

    frame: Frame
    compilation: Compilation
    seconds: float
    most: float
    makes_kernels: bool


def first_graph(run: Run) -> FirstGraph | None:
    """Return the first graph if torch started its compiler for it, as the times show.

    Backwards do not count, because torch may compile them much later.
    """
    lowered = [
        (placed, seconds)
        for placed in run.in_order()
        for one in placed.compilation.facts.all(Metrics)[:1]
        for seconds in [own_seconds(placed.compilation, one)]
        if seconds
    ]
    if len(lowered) < 2:
        return None
    (first, own), *rest = lowered
    most = max(seconds for _, seconds in rest)
    if own < max(_LEAST, _TIMES * most):
        return None
    is_lowered = any(one.kernels for one in run.compilations)
    return FirstGraph(first.frame, first.compilation, own, most, is_lowered)
