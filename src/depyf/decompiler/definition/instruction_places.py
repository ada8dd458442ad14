"""Notes in a graph what the columns of the source tell of it (3.11+)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.left_behind import left_behind
from depyf.decompiler.ir.function import Branch
from depyf.decompiler.ir.place import Place

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(function: Function) -> None:
    """Notes places and what they tell of jumps, unless lines mean nothing."""
    unit = function.code
    if not isinstance(unit, CodeUnit) or not function.lines:
        return
    order = left_behind(unit)
    function.loop_ends.update(order.loops)
    function.steps_out, function.jumps_written = order.steps_out, order.written
    function.places.update(of(function))


def of(function: Function) -> dict[int, Place]:
    """Where the instructions stood in the source, by offset."""
    unit = function.code
    if not isinstance(unit, CodeUnit) or not function.lines:
        return {}
    found: dict[int, Place] = {}
    for instruction in unit.instructions:
        line, end_line, column, end_column = instruction.position
        if line is None or column is None or end_line is None or end_column is None:
            continue
        found[instruction.offset] = Place(line, column, end_line, end_column)
    if not function.habits.branches_have_places:
        for block in function.blocks.values():
            if isinstance(block.terminator, Branch):
                for offset in block.terminator.origins:
                    found.pop(offset, None)
    return found
