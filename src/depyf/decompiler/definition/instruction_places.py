"""Notes in a graph what the columns of the source tell of it (3.11+)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.dead_jumps import dead_jumps
from depyf.decompiler.ir.function import Branch
from depyf.decompiler.ir.span import Span

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(function: Function) -> None:
    """Notes places and what they tell of jumps, unless lines mean nothing."""
    unit = function.code
    if not isinstance(unit, CodeUnit) or not function.lines:
        return
    order = dead_jumps(unit)
    function.loop_ends.update(order.loops)
    function.steps_out, function.explicit_jumps = order.steps_out, order.explicit
    function.spans.update(of(function))


def of(function: Function) -> dict[int, Span]:
    """Where the instructions stood in the source, by offset."""
    unit = function.code
    if not isinstance(unit, CodeUnit) or not function.lines:
        return {}
    found: dict[int, Span] = {}
    for instruction in unit.instructions:
        line, end_line, column, end_column = instruction.position
        if line is None or column is None or end_line is None or end_column is None:
            continue
        found[instruction.offset] = Span(line, column, end_line, end_column)
    if not function.habits.branches_have_places:
        for block in function.blocks.values():
            if isinstance(block.terminator, Branch):
                for offset in block.terminator.origins:
                    found.pop(offset, None)
    return found
