"""Count the cost of each function of a run, for the index and the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.run import Frame, Run


@dataclass(frozen=True)
class Cost:
    """The total cost of some frames.

    Attributes:
        entries: the number of cache entries.
        graphs: the number of compiled graphs.
        breaks: the number of graph breaks; a break that several compilations of a frame
            meet counts once.
        recompiles: the number of compilations because no entry fitted.
        hits: how often entries ran; None if calls were not counted.
        seconds: the seconds that torch spent compiling.
        skipped: whether a compilation made no entry.
    """

    entries: int
    graphs: int
    breaks: int
    recompiles: int
    hits: int | None
    seconds: float
    skipped: bool


@dataclass(frozen=True)
class FunctionCost:
    """The cost of one of the user's functions.

    Attributes:
        root: the frame of the function.
        own: the cost of the function without its resume functions.
        whole: the cost of the function with its resume functions.
        frames: the function and its resume functions, each with its own cost.
    """

    root: Frame
    own: Cost
    whole: Cost
    frames: tuple[tuple[Frame, Cost], ...]


def overview(run: Run) -> list[FunctionCost]:
    """Return the cost of each of the user's functions, the most expensive first."""
    families: dict[str, list[Frame]] = {}
    for frame in run.frames:
        families.setdefault(run.root_of(frame).key, []).append(frame)
    found = [_function(run.root_of(family[0]), family) for family in families.values()]
    return sorted(found, key=lambda one: -one.whole.seconds)


def totals(run: Run) -> Cost:
    """Return the total cost of all functions of a run."""
    return _cost(run.frames)


def _function(root: Frame, family: Sequence[Frame]) -> FunctionCost:
    costs = tuple((frame, _cost([frame])) for frame in family)
    return FunctionCost(root, _cost([root]), _cost(family), costs)


def _cost(frames: Sequence[Frame]) -> Cost:
    compilations = [item for frame in frames for item in frame.compilations]
    hits = [item.hits for item in compilations if item.hits is not None]
    places = {
        (frame.key, event.reason, event.user_stack[-1:])
        for frame in frames
        for item in frame.compilations
        for event in item.breaks
    }
    return Cost(
        entries=sum(1 for item in compilations if item.entry is not None),
        graphs=len({prefix for item in compilations for prefix in item.prefixes}),
        breaks=len(places),
        recompiles=sum(1 for item in compilations if item.recompile),
        hits=sum(hits) if hits else None,
        seconds=sum(item.seconds for item in compilations),
        skipped=any(item.entry is None for item in compilations),
    )
