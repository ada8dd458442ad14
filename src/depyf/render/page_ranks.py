"""Return the comparison of ranks as data for the page: groups and their differences.

This is the section of ``index.md`` that `render.ranks` writes, as data.
"""

from __future__ import annotations

from itertools import chain, islice, zip_longest
from typing import TYPE_CHECKING, Callable, Mapping, NamedTuple, Sequence, cast

from depyf.model.file_names import REPORT
from depyf.model.ranks import Step, grouped
from depyf.model.serialize import fields_to_json
from depyf.reading.limits import LIMITS
from depyf.render.ranks import (
    different_lines,
    folder_of,
    missing_ranks,
    sequence_in,
)

if TYPE_CHECKING:
    from depyf.model.ranks import Difference, RankGroup
    from depyf.model.serialize import Json
    from depyf.render.ranks import ReadFile

_BEFORE, _AFTER = 2, 3  # steps that are shown around the first difference
# Kinds of differences between two steps; the first one that applies is reported.
_KINDS: tuple[tuple[str, Callable[[Step, Step], bool]], ...] = (
    ("function", lambda a, b: (a.id, a.function) != (b.id, b.function)),
    ("graph", lambda a, b: a.captured != b.captured),
    ("outcome", lambda a, b: a.outcome != b.outcome),
    ("breaks", lambda a, b: a.breaks != b.breaks),
)
# As many spans of all ranks as a browser draws at once.  If there are more, the
# outermost and longest are kept.
MOST_SPANS = 20_000
_NUMBERS = ("start", "seconds", "depth", "at")
_TEXTS = ("name", "compilation")


class RankTimes(NamedTuple):
    """The spans of a rank.

    Attributes:
        clock: the Unix time of the first span.
        spans: the spans as `spans_data` returns them, in seconds from `clock`.
    """

    clock: float
    spans: Sequence[Mapping[str, Json]]


def page_ranks(
    sequences: Mapping[int, Sequence[Step]],
    world: int,
    read: ReadFile,
    times: Mapping[int, RankTimes] | None = None,
) -> dict[str, Json]:
    """Return the ranks for the page at the top of the directory.

    - ``world``: how many ranks there are
    - ``groups``, with the group of the lowest rank first: ``ranks`` (``rank``, and
      ``page``, the link to its ``index.html`` from the top), ``compilations`` (how
      many), ``difference``
    - ``difference`` from the first group: ``position`` (from 0), ``kind``
      (``more``, ``fewer``, ``function``, ``graph``, ``outcome``, ``breaks``), ``first``
      and ``other`` (the steps that differ: ``id``, ``function``, ``outcome``,
      ``breaks``; null if a group has no such step), ``files`` (the two graphs that
      differ), ``lines`` (the first lines that differ), and ``around``, the steps before
      and after: ``position``, ``first``, ``other``
    - ``missing``: ranks that have written nothing
    - ``times``, if ranks recorded when they compiled: ``rank``, its ``page`` and its
      ``spans``, all on one clock

    Args:
        sequences: the steps of each rank that has ended.
        world: the number of ranks.
        read: reads a graph file of a rank.
        times: the spans of each rank that recorded them.
    """
    groups = grouped({rank: tuple(steps) for rank, steps in sequences.items()})
    rows = missing_ranks(sequences, world)
    each = chain.from_iterable(range(first, last + 1) for first, last in rows)
    missing: list[Json] = [*islice(each, LIMITS.ranks)]
    return {
        "world": world,
        "groups": [_group(group, groups[0], read) for group in groups],
        "missing": missing,
        **({"times": stacked(times)} if times else {}),
    }


def _group(group: RankGroup, first: RankGroup, read: ReadFile) -> dict[str, Json]:
    data: dict[str, Json] = {
        "ranks": [{"rank": rank, "page": page_of(rank)} for rank in group.ranks],
        "compilations": len(group.steps),
    }
    if group.difference is not None:
        data["difference"] = _difference(group.difference, group, first, read)
    return data


def _difference(
    difference: Difference, group: RankGroup, first: RankGroup, read: ReadFile
) -> dict[str, Json]:
    one, two = difference.first, difference.other
    data: dict[str, Json] = {
        "position": difference.position,
        "kind": _kind(one, two),
        "first": _step(one),
        "other": _step(two),
        "around": _around(difference.position, first.steps, group.steps),
    }
    if one is not None and two is not None and data["kind"] == "graph":
        data.update(_graph_lines(one, two, first.ranks[0], group.ranks[0], read))
    return data


def _kind(one: Step | None, two: Step | None) -> str:
    if one is None:
        return "more"
    if two is None:
        return "fewer"
    return next((name for name, differs in _KINDS if differs(one, two)), "")


def _graph_lines(
    one: Step, two: Step, theirs: int, mine: int, read: ReadFile
) -> dict[str, Json]:
    files, lines = different_lines(one, two, theirs, mine, read)
    return {"files": [*files], "lines": [*lines]} if lines else {}


def _around(position: int, first: Sequence[Step], other: Sequence[Step]) -> list[Json]:
    start = max(position - _BEFORE, 0)
    both = [*zip_longest(first, other)][start : position + _AFTER + 1]
    return [
        {"position": at, "first": _step(one), "other": _step(two)}
        for at, (one, two) in enumerate(both, start)
    ]


def _step(step: Step | None) -> Json:
    return None if step is None else fields_to_json(step, "id function outcome breaks")


# --- the times of all ranks on one clock, for the timeline ----------------------------


def times_in(text: str) -> RankTimes | None:
    """Return the spans in the text of a ``sequence.json``; None if it has no clock."""
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
    """Return the ranks with their spans, in seconds from the first span of all ranks.

    Args:
        times: the spans of each rank that has any.
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
    """Return the link from the top folder to a rank's page."""
    folder = folder_of(rank)
    return f"{folder}/{REPORT}" if folder else REPORT


def _most(spans: Sequence[Mapping[str, Json]], most: int) -> list[Mapping[str, Json]]:
    """Return at most `most` spans, in order; outer spans are kept before inner ones."""
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
