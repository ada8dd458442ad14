"""When each rank compiled, on one clock: what the page's timeline stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, NamedTuple, Sequence, cast

from depyf.model.file_names import REPORT
from depyf.render.ranks import folder_of, sequence_in

if TYPE_CHECKING:
    from depyf.model.serialize import Json

# Of all ranks: what a browser draws at once.  Of more, the outermost and the longest.
MOST_SPANS = 20_000
_NUMBERS = ("start", "seconds", "depth", "at")
_TEXTS = ("name", "compilation")


class RankTimes(NamedTuple):
    """The spans of a rank.

    Attributes:
        clock: the Unix time of the first.
        spans: as `spans_data` returns them, in seconds from that.
    """

    clock: float
    spans: Sequence[Mapping[str, Json]]


def times_in(text: str) -> RankTimes | None:
    """Return the times in a ``sequence.json``; None if they are on no common clock."""
    data = sequence_in(text)
    clock, spans = data.get("clock"), data.get("spans")
    if not isinstance(clock, (int, float)) or not isinstance(spans, list):
        return None
    known = [one for one in spans if isinstance(one, dict) and _is_span(one)]
    return RankTimes(float(clock), known)


def _is_span(one: Mapping[str, Json]) -> bool:
    return all(isinstance(one.get(name), (int, float)) for name in _NUMBERS) and all(
        isinstance(one.get(name), str) for name in _TEXTS
    )


def stacked(times: Mapping[int, RankTimes]) -> list[Json]:
    """Return the ranks with their spans, in seconds from the first span of them all.

    Args:
        times: of each rank that has any.
    """
    first = min((one.clock for one in times.values()), default=0.0)
    each = MOST_SPANS // max(len(times), 1)
    return [
        {
            "rank": rank,
            "page": page_of(rank),
            "spans": [_later(one, times[rank].clock - first) for one in kept],
        }
        for rank in sorted(times)
        for kept in [_most(times[rank].spans, each)]
    ]


def page_of(rank: int) -> str:
    """Return the page of a rank, from the top."""
    folder = folder_of(rank)
    return f"{folder}/{REPORT}" if folder else REPORT


def _most(spans: Sequence[Mapping[str, Json]], most: int) -> list[Mapping[str, Json]]:
    """Return so many of the spans, in their order: no inner one without its outer."""
    if len(spans) <= most:
        return list(spans)
    known = [cast("int", one["depth"]) for one in spans]
    depths = [d for d in sorted(set(known)) if sum(k <= d for k in known) <= most]
    if depths:
        return [one for one in spans if cast("int", one["depth"]) <= depths[-1]]
    outer = [one for one in spans if one["depth"] == 0]
    outer.sort(key=lambda one: -cast("float", one["seconds"]))
    return sorted(outer[:most], key=lambda one: cast("float", one["start"]))


def _later(span: Mapping[str, Json], seconds: float) -> dict[str, Json]:
    return {**span, "start": round(cast("float", span["start"]) + seconds, 6)}
