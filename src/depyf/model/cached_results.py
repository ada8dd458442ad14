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
