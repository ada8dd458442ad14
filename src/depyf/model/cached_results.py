"""Take account of results that torch's compile caches had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.by_identity import once_each
from depyf.model.events import CacheLookup, Metrics

if TYPE_CHECKING:
    from typing import Iterable, Mapping

    from depyf.model.run import Compilation, Frame, Run

_OF_RESULTS = frozenset({"aot_autograd", "fx_graph"})


def cached_entries(run: Run) -> int:
    """Count the compilations with a result that a cache had before this run.

    A hit on a result that the run itself stored does not count: a cold start has the
    same hit.
    """
    looked_up = [
        (number, one)
        for number, placed in enumerate(run.in_order())
        for one in placed.compilation.facts.all(CacheLookup)
    ]
    # A backward is compiled later than its entry, so the order tells nothing.
    stored = {(one.cache, one.key) for _, one in looked_up if one.outcome == "miss"}
    return len(
        {
            number
            for number, one in looked_up
            if one.outcome == "hit" and one.cache in _OF_RESULTS
            if not one.key or (one.cache, one.key) not in stored
        }
    )


def again_seconds(frame: Frame, compilations: Iterable[Compilation]) -> float:
    """Return the seconds that compilations took, without what is compiled anyway."""
    moved = _for_first_entry(frame)
    return sum(one.seconds - moved.get(str(one.id), 0.0) for one in compilations)


@once_each
def _for_first_entry(frame: Frame) -> Mapping[str, float]:
    """Return the seconds of backwards that the first entry needs, by recompile.

    The backward of the last call is compiled first.  The other entries find it in a
    cache if it is the same.  Without recompiles, the first entry would compile it.
    """
    found = {}
    wanted = _keys(frame.entries[0], "hit") if frame.entries else set()
    for one in frame.compilations:
        backward = sum(each.seconds for each in one.facts.all(Metrics)[1:])
        if one.recompile and backward and _keys(one, "miss") & wanted:
            found[str(one.id)] = backward
    return found


def _keys(one: Compilation, outcome: str) -> set[tuple[str, str]]:
    looked_up = one.facts.all(CacheLookup)
    return {
        (each.cache, each.key)
        for each in looked_up
        if each.outcome == outcome and each.key and each.cache in _OF_RESULTS
    }
