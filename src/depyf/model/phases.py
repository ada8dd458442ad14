"""Divide the time of a compilation among its phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.events import CacheLookup, Metrics
from depyf.model.stages import CAPTURED

if TYPE_CHECKING:
    from depyf.model.run import Compilation

DYNAMO = "Dynamo"
# Each phase is a part of the phase before it.
_AOT, _INDUCTOR = "AOTAutograd", "inductor_cumulative_compile_time"
_OF_GRAPHS = (_AOT, "Inductor")
_PHASES = (
    ("dynamo_cumulative_compile_time", DYNAMO),
    ("backward_cumulative_compile_time", _AOT),
    ("aot_autograd_cumulative_compile_time", _AOT),  # torch's name for any backend
    (_INDUCTOR, _OF_GRAPHS[1]),
    ("triton_compile_time", "the C++ or Triton compiler"),
)
_SHORTEST = 0.0005  # seconds; shorter phases are left out


def phases(compilation: Compilation, metrics: Metrics) -> dict[str, float]:
    """Return the seconds that each phase took, without the phases inside it.

    A backend that lowers nothing, such as `eager`, has no AOTAutograd.
    """
    is_lowered = (
        _INDUCTOR in metrics.times
        or bool(compilation.facts.all(CacheLookup))
        or any(graph.stage != CAPTURED for graph in compilation.graphs)
    )
    known = [
        (name, metrics.times[key]) for key, name in _PHASES if key in metrics.times
    ]
    found: dict[str, float] = {}
    for position, (name, seconds) in enumerate(known):
        inner = known[position + 1][1] if position + 1 < len(known) else 0.0
        said = "backend" if name == _AOT and not is_lowered else name
        found[said] = found.get(said, 0.0) + max(0.0, seconds - inner)
    return {name: s for name, s in found.items() if s >= _SHORTEST}


def dynamo_seconds(compilation: Compilation) -> float:
    """Return the seconds that Dynamo itself spent, without what it calls."""
    return sum(
        phases(compilation, one).get(DYNAMO, 0.0)
        for one in compilation.facts.all(Metrics)
    )


def own_seconds(compilation: Compilation, metrics: Metrics) -> float:
    """Return the seconds that AOTAutograd and Inductor spent in their Python code."""
    found = phases(compilation, metrics)
    return sum(found.get(name, 0.0) for name in _OF_GRAPHS)
