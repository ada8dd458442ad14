"""Adjust line numbers of instructions, so that a debugger does not hop back and forth.

The instructions of two statements may interleave. The first part of a later statement
may run before an earlier statement is done. Consider straight-line code:

    instructions:  A  B1 A  C  B2        (each letter is a statement)
    lines:         1  2  1  3  2   ->    1  1  1  2  2 ...

An instruction that comes too early takes the line of the instruction before it. If a
line would lose its only instruction, another instruction takes the line, where the
order of lines allows it.
"""

from __future__ import annotations

import dis
from bisect import bisect_right
from typing import TYPE_CHECKING, Callable, Iterable, Sequence

if TYPE_CHECKING:
    from types import CodeType

_JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))
_ENDS = ("RETURN_", "RAISE_", "RERAISE")


def settled_lines(
    code: CodeType,
    line_of_offset: Callable[[int], int],
    starts: Sequence[int],
    wanted: Iterable[int] = (),
) -> Callable[[int], int]:
    """Return a function from offsets to lines; in each block, statements are in order.

    Args:
        code: the code object.
        line_of_offset: returns the line (from 1) that shows an instruction; below 1,
            none.
        starts: the first line of each statement, in order. Within one statement lines
            may go back, as those of a call do after its arguments.
        wanted: lines that should have an instruction if possible. Their statements have
            no instruction that is shown on them.
    """
    instructions = list(dis.get_instructions(code))
    shown = [line_of_offset(instruction.offset) for instruction in instructions]
    # A statement is identified by its first line.
    before = [_statement(line, starts) for line in shown]
    statements = list(before)
    blocks = _blocks(instructions)
    for start, stop in blocks:
        statements[start:stop] = _settled(statements, start, stop)
    for (start, stop), (following, _) in zip(blocks, blocks[1:]):
        if not _leaves(instructions[stop - 1]):
            _do_not_run_ahead(statements, start, stop, statements[following])
    for line in sorted({*wanted} - {*statements}):
        for start, stop in blocks:
            place = _place_for(line, statements[start:stop], -1)
            if place is not None:
                statements[start + place] = line
                break
    found = {
        instruction.offset: line if old == new else new
        for instruction, line, old, new in zip(instructions, shown, before, statements)
    }
    return lambda offset: found.get(offset) or line_of_offset(offset)


def start_of_body(code: CodeType) -> int:
    """Return the offset after the function's entry instructions; 0 before 3.11.

    CPython gives the entry instructions the line of the ``def``. A debugger stops there
    for the call, and then on the first statement's line.
    """
    for instruction in dis.get_instructions(code):
        if instruction.opname == "RESUME":
            return instruction.offset + 2
    return 0


def _statement(line: int, starts: Sequence[int]) -> int:
    place = bisect_right(starts, line)
    return starts[place - 1] if place and line >= 1 else line


def _blocks(instructions: list[dis.Instruction]) -> list[tuple[int, int]]:
    """Return the ranges of instructions that run one after the other."""
    starts = [0]
    for number, instruction in enumerate(instructions[:-1], 1):
        if _leaves(instruction) or instructions[number].is_jump_target:
            starts.append(number)
    return list(zip(starts, [*starts[1:], len(instructions)]))


def _leaves(instruction: dis.Instruction) -> bool:
    """Return whether the instruction may jump, return or raise."""
    return instruction.opcode in _JUMPS or instruction.opname.startswith(_ENDS)


def _do_not_run_ahead(lines: list[int], start: int, stop: int, next_line: int) -> None:
    """At the end of a block, replace line numbers greater than the next block's line.

    An instruction that leaves a ``try`` belongs to no shown statement. It has some line
    of the code after the ``try``, which need not be the first one.
    """
    ahead = stop
    while ahead > start and lines[ahead - 1] > next_line >= 1:
        ahead -= 1
    own = {*lines[ahead:stop]}
    if start < ahead < stop and own <= {*lines[:ahead], *lines[stop:]}:
        lines[ahead:stop] = [lines[ahead - 1]] * (stop - ahead)


def _settled(lines: list[int], start: int, stop: int) -> list[int]:
    """Return the lines of one block in ascending order.

    A line that would lose its last instruction moves to another instruction, or stays.
    """
    own = lines[start:stop]
    elsewhere = {*lines[:start], *lines[stop:]}
    least_after = _least_after(own)
    for number, line in enumerate(own):
        least = least_after[number]
        if line < 1 or least is None or line <= least:
            continue
        before = own[number - 1] if number else 0
        own[number] = before if 1 <= before <= least else least
        if line not in own[number:] and line not in elsewhere:
            place = _place_for(line, own, number)
            own[number if place is None else place] = line
    return own


def _least_after(lines: list[int]) -> list[int | None]:
    """Return, for each instruction, the smallest line of the instructions after it."""
    found: list[int | None] = []
    least: int | None = None
    for line in reversed(lines):
        found.append(least)
        if line >= 1 and (least is None or line < least):
            least = line
    return found[::-1]


def _place_for(line: int, lines: list[int], after: int) -> int | None:
    """Return the index at which ``line`` fits the ascending order, or None."""
    for number in range(after + 1, len(lines) - 1):
        if lines[number] < line < lines[number + 1]:
            return number if lines.count(lines[number]) > 1 else None
    return None
