"""The table at the top of ``index.md``: what each function costs, the dearest first.

That of ``index.html`` is drawn by the page in ``report/``, from the data of
``summary.json`` and with columns of its own: one that both should have is made twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.file_names import full_code_file
from depyf.render.markdown import code, link
from depyf.render.places import place

if TYPE_CHECKING:
    from depyf.model.run import Frame, Run

_MOST_ROWS = 20
_HEAD = (
    "| function | entries | graphs | breaks | recompiles | calls | compiling |",
    "|---|---:|---:|---:|---:|---:|---:|",
)


@dataclass(frozen=True)
class Cost:
    """What one function of the user's came to, its resume functions included."""

    frame: Frame
    entries: int
    graphs: int
    breaks: int
    recompiles: int
    calls: int | None
    plain_calls: int
    seconds: float
    skipped: bool


def costs(run: Run) -> list[Cost]:
    """Return the cost of each function that the user wrote, the dearest first."""
    families: dict[str, list[Frame]] = {}
    by_key = {frame.key: frame for frame in run.frames}
    for frame in run.frames:
        families.setdefault(_root_of(by_key, frame).key, []).append(frame)
    roots = [root for root in run.roots if root.compilations]
    found = [_cost(root, families[root.key]) for root in roots]
    return sorted(found, key=lambda cost: -cost.seconds)


def _cost(root: Frame, family: Sequence[Frame]) -> Cost:
    compilations = [item for frame in family for item in frame.compilations]
    own = [item.hits for item in root.compilations if item.hits is not None]
    places = {
        (event.reason, event.user_stack[-1:])
        for item in compilations
        for event in item.breaks
    }
    return Cost(
        frame=root,
        entries=sum(1 for item in compilations if item.entry is not None),
        graphs=len({prefix for item in compilations for prefix in item.prefixes}),
        breaks=len(places),
        recompiles=sum(1 for item in compilations if item.recompile),
        calls=sum(own) if own else None,
        plain_calls=root.plain_calls or 0,
        seconds=sum(item.seconds for item in compilations),
        skipped=any(item.entry is None for item in compilations),
    )


def _root_of(by_key: Mapping[str, Frame], frame: Frame) -> Frame:
    while frame.parent is not None and frame.parent in by_key:
        frame = by_key[frame.parent]
    return frame


def overview(run: Run) -> list[str]:
    """Return the lines of the table; none for a single function."""
    found = costs(run)
    if len(found) < 2:
        return []
    lines = [*_HEAD, *(_row(cost) for cost in found[:_MOST_ROWS])]
    if len(found) > _MOST_ROWS:
        rest = len(found) - _MOST_ROWS
        lines.append(f"| {rest} more, each quicker to compile | | | | | | |")
    return [*lines, ""]


def _row(cost: Cost) -> str:
    frame = cost.frame
    name = code(frame.title)
    if frame.full_code_index is not None:
        name = link(name, full_code_file(frame.co_name, frame.full_code_index))
    where = f" ({place(frame.file, frame.first_line)})" if frame.file else ""
    calls = "" if cost.calls is None else str(cost.calls)
    if cost.plain_calls:
        calls += f" and {cost.plain_calls} as plain Python"
    cells = [
        f"{name}{where}",
        f"{cost.entries}{' and not compiled' if cost.skipped else ''}",
        *map(str, (cost.graphs, cost.breaks, cost.recompiles)),
        calls,
        f"{cost.seconds:.1f} s" if cost.seconds else "",
    ]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
