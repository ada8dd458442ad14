"""Return the compilations of a run and their phases as spans of time.

Torch 2.3 and later report when a compilation began.  For older versions, the spans
follow each other in the order of the compilations, a backward after its forward.  Torch
reports only how long each phase took, so a phase is put at the end of its outer phase.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence

from depyf.model.events import CacheLookup, Metrics
from depyf.model.phases import phases
from depyf.records import dataclass
from depyf.render.places import place

if TYPE_CHECKING:
    from depyf.model.run import Frame, Placed, Run
    from depyf.model.serialize import Json

_DIGITS = 6  # decimals of seconds
# If there were several look-ups in one cache, a span shows the first of these outcomes.
_OUTCOMES = ("bypass", "miss", "hit")
_ASKED_IN: Mapping[str, str] = {"aot_autograd": "AOTAutograd", "fx_graph": "Inductor"}


@dataclass(frozen=True)
class Span:
    """A part of compiling, in seconds from the start of the first span.

    `depth` is 0 for a whole compilation.  `frame` is the key of its frame, and `at` is
    its position in the frame.  `cache` is the outcome of a cache look-up in the span.
    """

    name: str
    start: float
    seconds: float
    depth: int
    compilation: str
    frame: str
    at: int
    cache: str = ""


def compiled_name(frame: Frame) -> str:
    """Return the title of a compiled function; for a resume function, its line."""
    if frame.parent is not None:
        return f"resume at {place(frame.file, frame.first_line)}"
    return frame.title


def spans_of(run: Run) -> list[Span]:
    """Return the spans of a run; each span comes before its inner spans."""
    spans: list[Span] = []
    first, end = clock_of(run), 0.0
    for placed in run.in_order():
        mine: list[Span] = []
        for metrics in placed.compilation.facts.all(Metrics):
            start = end if first is None else metrics.started - first
            found = list(_of_metrics(placed, metrics, start))
            mine += found
            end += found[0].seconds if found else 0.0
        spans += _with_caches(mine, placed.compilation.facts.all(CacheLookup))
    return spans


def clock_of(run: Run) -> float | None:
    """Return the Unix time of the first span; None if torch recorded no times."""
    started = [
        metrics.started
        for placed in run.in_order()
        for metrics in placed.compilation.facts.all(Metrics)
    ]
    return min(started) if started and all(started) else None


def spans_data(run: Run) -> list[Json]:
    """Return the spans of a run as data, as `Span` of `contract.ts` describes them."""
    names = {frame.key: f"f{position}" for position, frame in enumerate(run.frames)}
    found: list[Json] = []
    for one in spans_of(run):
        data: dict[str, Json] = {
            "name": one.name,
            "start": round(one.start, _DIGITS),
            "seconds": round(one.seconds, _DIGITS),
            "depth": one.depth,
            "compilation": one.compilation,
            "frame": names.get(one.frame),
            "at": one.at,
        }
        found.append({**data, "cache": one.cache} if one.cache else data)
    return found


def _of_metrics(placed: Placed, metrics: Metrics, start: float) -> Iterator[Span]:
    inner = phases(placed.compilation, metrics)
    whole = max(metrics.seconds, sum(inner.values()))
    if whole <= 0:
        return
    name = compiled_name(placed.frame) + (", backward" if metrics.backward else "")
    frame, at, identity = placed.frame.key, placed.at, str(placed.compilation.id)
    yield Span(name, start, whole, 0, identity, frame, at)
    left = sum(inner.values())
    for depth, (phase, seconds) in enumerate(inner.items(), 1):
        yield Span(phase, start + whole - left, left, depth, identity, frame, at)
        left -= seconds


def _with_caches(spans: list[Span], lookups: Sequence[CacheLookup]) -> list[Span]:
    """Return spans with the outcomes of cache look-ups in the phases that make them."""
    outcomes: dict[str, list[str]] = {}
    for one in lookups:
        outcomes.setdefault(one.cache, []).append(one.outcome)
    for cache, said in outcomes.items():
        phase = _ASKED_IN.get(cache, "")
        asked = [at for at, one in enumerate(spans) if one.depth and one.name == phase]
        asked = asked or [at for at, one in enumerate(spans) if not one.depth]
        each = said if len(said) == len(asked) else [_worst(said)]
        for at, outcome in zip(asked, each):
            graver = [one for one in (outcome, spans[at].cache) if one]
            if graver:  # in a damaged record, the outcome may be empty
                spans[at] = replace(spans[at], cache=_worst(graver))
    return spans


def _worst(said: Sequence[str]) -> str:
    return next((one for one in _OUTCOMES if one in said), said[0])
