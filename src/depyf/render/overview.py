"""The table at the top of ``index.md``: what each function costs, the dearest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.file_names import full_code_file
from depyf.model.overview import overview
from depyf.render.markdown import code, link
from depyf.render.places import place

if TYPE_CHECKING:
    from depyf.model.overview import FunctionCost
    from depyf.model.run import Run

_MOST_ROWS = 20
_HEAD = (
    "| function | entries | graphs | breaks | recompiles | calls | compiling |",
    "|---|---:|---:|---:|---:|---:|---:|",
)


def overview_table(run: Run) -> list[str]:
    """Return the lines of the table; none for a single function."""
    found = [one for one in overview(run) if one.root.compilations]
    if len(found) < 2:
        return []
    lines = [*_HEAD, *(_row(one) for one in found[:_MOST_ROWS])]
    if len(found) > _MOST_ROWS:
        rest = len(found) - _MOST_ROWS
        lines.append(f"| {rest} more, each quicker to compile | | | | | | |")
    return [*lines, ""]


def _row(function: FunctionCost) -> str:
    frame, whole = function.root, function.whole
    name = code(frame.title)
    if frame.full_code_index is not None:
        name = link(name, full_code_file(frame.co_name, frame.full_code_index))
    where = f" ({place(frame.file, frame.first_line)})" if frame.file else ""
    calls = "" if function.own.hits is None else str(function.own.hits)
    if frame.plain_calls:
        calls += f" and {frame.plain_calls} as plain Python"
    cells = [
        f"{name}{where}",
        f"{whole.entries}{' and not compiled' if whole.skipped else ''}",
        *map(str, (whole.graphs, whole.breaks, whole.recompiles)),
        calls,
        f"{whole.seconds:.1f} s" if whole.seconds else "",
    ]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
