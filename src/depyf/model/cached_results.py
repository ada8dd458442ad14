"""Count the entries that torch's compile caches had results for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.events import CacheLookup

if TYPE_CHECKING:
    from depyf.model.run import Run

_OF_RESULTS = frozenset({"aot_autograd", "fx_graph"})


def cached_entries(run: Run) -> int:
    """Count the compilations with a result that a cache had before this run.

    A hit on a result that the run itself stored does not count: a cold start has the
    same hit.
    """
    found: set[int] = set()
    stored: set[tuple[str, str]] = set()
    for number, placed in enumerate(run.in_order()):
        for one in placed.compilation.facts.all(CacheLookup):
            key = one.cache, one.key
            if one.outcome == "miss" and one.key:
                stored.add(key)
            elif one.outcome == "hit" and one.cache in _OF_RESULTS:
                found |= set() if key in stored else {number}
    return len(found)
