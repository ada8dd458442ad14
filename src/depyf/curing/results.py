"""Compare the results of runs; they may differ a little more than eager runs do."""

from __future__ import annotations

import math
from typing import Any, Sequence

from depyf.capture.torch_compat import copies
from depyf.curing.outputs import SPREAD, UNSTABLE
from depyf.records import dataclass


@dataclass(frozen=True)
class Results:
    """The results of all calls of a run.

    Attributes:
        leaves: copies of the tensors, numbers and other values, in order.
        structure: the structure of the containers that hold the leaves, as text.
    """

    leaves: Sequence[Any]
    structure: str


@dataclass(frozen=True)
class Wanted:
    """The results of eager runs, and the tolerance for other results.

    Attributes:
        results: the results of the first eager run.
        allowed: the allowed difference of each leaf; infinite if it is not compared.
        keep: the differences that the user allows, relative and absolute.
    """

    results: Results
    allowed: Sequence[float]
    keep: tuple[float, float] = (0.0, 0.0)

    @property
    def left_out(self) -> int:
        """Return how many results are not compared."""
        return sum(1 for one in self.allowed if math.isinf(one))

    def difference(self, results: Results) -> str:
        """Return how results differ, in words; empty if they do not differ."""
        if results.structure != self.results.structure:
            return "the result has another structure"
        rows = zip(self.results.leaves, results.leaves, self.allowed)
        for expected, met, allowed in rows:
            if math.isinf(allowed):
                continue
            one, other = copies.kinds(expected), copies.kinds(met)
            if one != other:
                return f"the result differs: {other} instead of {one}"
            apart, size = copies.apart_by(expected, met)
            relative, absolute = self.keep
            if not apart <= max(allowed, absolute + relative * size):
                return f"the result differs by {apart:.2g}"
        return ""

    def as_far_as(self, results: Results) -> Wanted:
        """Return a reference that also allows the differences of `results`."""
        if results.structure != self.results.structure:
            return self
        rows = zip(self.results.leaves, results.leaves, self.allowed)
        allowed = [
            max(limit, SPREAD * copies.apart_by(expected, met)[0])
            if copies.kinds(expected) == copies.kinds(met)
            else limit
            for expected, met, limit in rows
        ]
        finite = [
            old if math.isinf(new) and not math.isinf(old) else new
            for old, new in zip(self.allowed, allowed)
        ]
        return Wanted(self.results, finite, self.keep)


def wanted(first: Results, second: Results, keep: tuple[float, float]) -> Wanted:
    """Return the reference for comparing results.

    Args:
        first: the results of an eager run.
        second: the results of another one.
        keep: the differences that the user allows, relative and absolute.
    """
    if first.structure != second.structure:
        return Wanted(first, [math.inf] * len(first.leaves), keep)
    pairs = zip(first.leaves, second.leaves)
    return Wanted(first, [_limit(*pair) for pair in pairs], keep)


def _limit(first: object, second: object) -> float:
    """Return how much a result may differ, given its values in two eager runs."""
    if copies.kinds(first) != copies.kinds(second):
        return math.inf
    apart, size = copies.apart_by(first, second)
    return SPREAD * apart if apart <= UNSTABLE * size else math.inf
