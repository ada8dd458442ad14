"""Count the program's lines that were compiled before an edit but not after it.

An edit that leaves most of the work to Python also removes breaks and recompiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, FrozenSet, NamedTuple, Tuple

from depyf.model.edit_tried import NO_LONGER
from depyf.model.graph_nodes import compilation_nodes
from depyf.model.wording import shortened

if TYPE_CHECKING:
    from depyf.curing.attempts import State
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.trial import Measure
    from depyf.model.graph_nodes import GraphNode
    from depyf.model.run import Run

_Lines = FrozenSet[Tuple[str, str]]
_OPERATOR = "operator"
_MOST, _LONGEST = 2, 60  # of lines whose code is named; of characters of one


def compiled_lines(run: Run) -> _Lines:
    """Return the lines that operators in graphs come from, as file and text.

    Operators on single numbers do not count: if such a number is no tensor, torch
    computes with it while it compiles.
    """
    return frozenset(
        (node.place.file, node.place.text.strip())
        for frame in run.frames
        for entry in frame.entries
        for graph in compilation_nodes(entry, frame)
        for node in graph.nodes
        if node.kind == _OPERATOR and node.place is not None
        if not all(map(_is_number, (node, *(graph.nodes[at] for at in node.takes))))
    )


def _is_number(node: GraphNode) -> bool:
    """Return whether a value is a single number: a tensor without shape, or a size."""
    return node.type.endswith("[]") or node.type.startswith("Sym(")


class Lost(NamedTuple):
    """The compiled lines that an edit leaves to Python.

    Attributes:
        words: how many of them; empty if there are none.
        is_most: whether these are most of the compiled lines.
    """

    words: str = ""
    is_most: bool = False


def lost_lines(before: Measure, after: State) -> Lost:
    """Return the compiled lines that an edit leaves to Python.

    Args:
        before: the run without the edit.
        after: the program with the edit, and its run.
    """
    if before.run is None or after.measure.run is None:
        return Lost()
    left, of, now = _left_to_python(before.run, after.measure.run, after.files)
    lost = len(left)
    is_most = 2 * lost > of > now
    figures = after.measure
    is_whole = figures.graph_breaks == figures.plain_functions == figures.excluded == 0
    if lost == 0 or (is_whole and not is_most):
        return Lost()  # torch may have computed these lines while it compiled
    # Not "run as plain Python": the figure of functions beside it says so of others.
    verb = "is" if lost == 1 else "are"
    words = f"{lost} of {of} compiled lines {verb} {NO_LONGER}: {_codes(left)}"
    return Lost(words, is_most)


def _codes(lines: _Lines) -> str:
    """Return the code of the first lines, sorted by file and text."""
    codes = [f"`{shortened(text, _LONGEST)}`" for _, text in sorted(lines)]
    more = len(codes) - _MOST
    return ", ".join([*codes[:_MOST], *([f"{more} more"] if more > 0 else [])])


def _left_to_python(
    before: Run, after: Run, files: ProgramFiles
) -> tuple[_Lines, int, int]:
    """Return the compiled lines left to Python, and how many there were and are.

    Lines that the edit removed do not count as left.
    """
    had = {one for one in compiled_lines(before) if files.is_own(one[0])}
    texts = {file: {one.strip() for one in files.lines(file)} for file, _ in had}
    kept = {(file, text) for file, text in had if text in texts[file]}
    now = {one for one in compiled_lines(after) if files.is_own(one[0])}
    return frozenset(kept - now), len(had), len(now)
