"""Tells a ``return`` that somebody wrote from the end of a function.

Both are ``return None``, and CPython copies the latter to where the code ends. But the
former has a place of its own in the source, while the latter has none: its copies get
the place of the instruction before them.

Before::

    1: a(); return None                2: return None

After (``a()`` and ``return`` are on lines of their own)::

    1: a(); return None (written)      2: return None
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.function import Next, Return, successors, terminator_values
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.arms import statements

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.span import Span

#: How wide the statements are that return None. ``break`` does in the last loop.
_BY_WIDTH = {len(text): text for text in ("return", "return None", "break")}


def run(function: Function) -> None:
    """Sets `Return.written` of plain returns that the source has.

    The code must still be in three-address form. Where the compiler does not copy the
    end of the function, all returns but the last were written.
    """
    returns = {
        block.id: block.terminator
        for block in function.blocks.values()
        if isinstance(block.terminator, Return) and block.terminator.is_plain
    }
    if not returns or not function.evidence.lines:
        return
    if not function.habits.tails_copied:
        last = max(returns)
        if max(returns[last].origins, default=0) == max(function.evidence.lines):
            del returns[last]
        for end in returns.values():
            end.explicit = "return"
        return
    used = _operations(function, returns)
    if not function.evidence.spans:
        _find_by_line(function, returns, used)
        return
    places = {
        function.evidence.spans[offset]
        for offset in used & function.evidence.spans.keys()
    }
    for end in returns.values():
        end.explicit = _by_place(function.evidence.span(end.origins[-1:]), places)


def _find_by_line(
    function: Function, returns: dict[int, Return], used: set[int]
) -> None:
    lines = {
        function.evidence.lines[offset]
        for offset in used & function.evidence.lines.keys()
    }
    last = max(returns)
    after_loops = {
        block.terminator.exhausted
        for block in function.blocks.values()
        if isinstance(block.terminator, Next)
    }
    for block, end in returns.items():
        line = function.evidence.lines.get(max(end.origins, default=-1))
        # The end of the function has the line of what may have left no code, and
        # in a loop it may be a `break`.
        known = line is not None and line not in lines
        # Alone in its arm it may be a `pass` (3.10).
        is_alone = not statements(function.blocks[block])
        known = known and (not is_alone or block in after_loops)
        if known and block < last and not _is_in_loop(function, block):
            end.explicit = "return"


def _operations(function: Function, returns: dict[int, Return]) -> set[int]:
    """The instructions that do something, apart from plain returns."""
    found: set[int] = set()
    for block in function.blocks.values():
        found.update(block.terminator.origins[-1:])
        for value in [*block.body, *terminator_values(block.terminator)]:
            if value.op is not MicroOp.ORIGIN:
                found.update(max(node.origins) for node in value.walk() if node.origins)
    for end in returns.values():
        found -= {*end.origins, *end.value.all_origins()}
    return found


def _is_in_loop(function: Function, inside: int) -> bool:
    return any(
        target <= inside <= block.id
        for block in function.blocks.values()
        for target in successors(block.terminator)
    )


def _by_place(place: Span | None, others: set[Span]) -> str:
    if place is None or place in others or place.line != place.end_line:
        return ""
    width = place.end_column - place.column
    if width == len("None") and _is_value(place, {other.column for other in others}):
        return "return None"
    return _BY_WIDTH.get(width, "")


def _is_value(place: Span, columns: set[int]) -> bool:
    """Tells ``None`` behind ``return`` from ``pass``: it begins no statement."""
    return place.column not in columns and place.column - len("return ") in columns
