"""Compare what the ranks of a run compiled: group equal ranks, find first differences.

Ranks that compile differently wait for each other in collectives, or hang.  Compared
are the functions, the graph breaks and the captured graphs.  Times and cache hits are
not compared, because they differ between healthy ranks, too.
"""

from __future__ import annotations

import hashlib
from itertools import zip_longest
from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.source_places import short_file
from depyf.model.stages import CAPTURED
from depyf.records import dataclass
from depyf.torch_text.annotations import without_device_numbers

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame, Run


@dataclass(frozen=True)
class Step:
    """One compilation: its function, graph breaks, and digests of its captured graphs.

    `graphs` are the names of the graphs' files; they are not compared.
    """

    id: str = ""
    function: str = ""
    outcome: str = ""
    breaks: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    graphs: tuple[str, ...] = ()

    @property
    def compared(self) -> tuple[object, ...]:
        """The fields that must be equal on all ranks."""
        return (self.id, self.function, self.outcome, self.breaks, self.captured)


@dataclass(frozen=True)
class Difference:
    """The first step at which a group of ranks differs from the first group.

    Attributes:
        position: the index of the step.
        first: the first group's step; None if it has fewer steps.
        other: the other group's step; None if it has fewer steps.
    """

    position: int
    first: Step | None
    other: Step | None


@dataclass(frozen=True)
class RankGroup:
    """Ranks with equal steps; `difference` is the first one from the first group."""

    ranks: tuple[int, ...]
    steps: tuple[Step, ...]
    difference: Difference | None = None


def steps_of(run: Run) -> tuple[Step, ...]:
    """Return the compilations of a run in the order in which they began."""
    return tuple(_step(one.frame, one.compilation) for one in run.in_order())


def _step(frame: Frame, compilation: Compilation) -> Step:
    captured = [graph for graph in compilation.graphs if graph.stage == CAPTURED]
    breaks = []
    for event in compilation.breaks:
        line = event.user_stack[-1:]
        where = f" at {short_file(line[0].file)}:{line[0].line}" if line else ""
        breaks.append(f"{event.reason}{where}")
    name = frame.owner
    return Step(
        id=compilation.id.key,
        function=f"{name} ({short_file(frame.file)}:{frame.first_line})",
        outcome="compiled" if compilation.entry else "not compiled",
        breaks=tuple(breaks),
        captured=tuple(_digest(graph.text) for graph in captured),
        graphs=tuple(graph.file for graph in captured),
    )


def _digest(text: str) -> str:
    same = without_device_numbers(text)
    return hashlib.sha256(same.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def grouped(sequences: Mapping[int, Sequence[Step]]) -> tuple[RankGroup, ...]:
    """Group the ranks with equal steps, the group of the lowest rank first."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for rank in sorted(sequences):
        key = tuple(step.compared for step in sequences[rank])
        groups.setdefault(key, []).append(rank)
    found: list[RankGroup] = []
    for ranks in groups.values():
        steps = tuple(sequences[ranks[0]])
        difference = _difference(found[0].steps, steps) if found else None
        found.append(RankGroup(tuple(ranks), steps, difference))
    return tuple(found)


def _difference(first: Sequence[Step], other: Sequence[Step]) -> Difference | None:
    for position, (one, two) in enumerate(zip_longest(first, other)):
        if one is None or two is None or one.compared != two.compared:
            return Difference(position, one, two)
    return None


def first_different_lines(first: str, other: str) -> tuple[str, str] | None:
    r"""Return the first line that differs, from both texts; None if they are equal.

    >>> first_different_lines("a\nb\nc", "a\nx")
    ('b', 'x')
    """
    both = first.splitlines(), other.splitlines()
    for left, right in zip_longest(*both, fillvalue=""):
        if without_device_numbers(left) != without_device_numbers(right):
            return left.strip(), right.strip()
    return None
