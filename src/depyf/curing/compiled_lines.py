"""Count the program's lines that were compiled before an edit but not after it.

An edit that leaves most of the work to Python also removes breaks and recompiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, FrozenSet, Tuple

from depyf.model.graph_nodes import compilation_nodes

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.search import State
    from depyf.curing.trial import Measure
    from depyf.model.run import Run

_Lines = FrozenSet[Tuple[str, str]]
_OPERATOR = "operator"


def compiled_lines(run: Run) -> _Lines:
    """Return the lines that operators in graphs come from, as file and text."""
    return frozenset(
        (node.place.file, node.place.text.strip())
        for frame in run.frames
        for entry in frame.entries
        for graph in compilation_nodes(entry, frame)
        for node in graph.nodes
        if node.kind == _OPERATOR and node.place is not None
    )


def lost_lines(before: Measure, after: State) -> str:
    """Return words if an edit leaves most compiled lines to Python; otherwise empty.

    Args:
        before: the run without the edit.
        after: the program with the edit, and its run.
    """
    if before.run is None or after.measure.run is None:
        return ""
    lost, of = _left_to_python(before.run, after.measure.run, after.files)
    # Not "run as plain Python": the figure of functions beside it says so of others.
    return (
        f"{lost} of {of} compiled lines are no longer compiled" if 2 * lost > of else ""
    )


def _left_to_python(before: Run, after: Run, files: ProgramFiles) -> tuple[int, int]:
    """Return how many compiled lines are left to Python, and how many there were.

    Lines that the edit removed do not count as left.
    """
    had = {one for one in compiled_lines(before) if files.is_own(one[0])}
    texts = {file: {one.strip() for one in files.lines(file)} for file, _ in had}
    kept = {(file, text) for file, text in had if text in texts[file]}
    return len(kept - compiled_lines(after)), len(had)
