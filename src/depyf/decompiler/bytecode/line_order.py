"""Lines in the order in which their instructions run.

Values of two statements may interleave: the first part of a later statement runs
before the earlier one is done. With lines taken from the text alone, a debugger would
hop ahead and back. Of straight-line code

    instructions:  A  B1 A  C  B2        (what runs, by the statement that shows it)
    lines:         1  2  1  3  2   ->    1  1  1  2  2 ...

each part that comes too early takes the line before it; a line that would be left
without any instruction gets one where it belongs in the order of the text.
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
    """Return a line for each instruction, so that statements follow one another.

    Args:
        code: whose instructions they are.
        line_of_offset: the line (from 1) that shows an instruction; below 1, none.
        starts: the first lines of all statements, in order. Within one statement lines
            may go back, as those of a call do after its arguments.
        wanted: lines that shall have an instruction if at all possible: of statements
            whose own instructions are not shown as theirs.
    """
    instructions = list(dis.get_instructions(code))
    shown = [line_of_offset(instruction.offset) for instruction in instructions]
    # Statements bear the number of their first line.
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

    With CPython's own compiler these instructions have the line of the ``def``: there
    a debugger hears of the call, and then of the first statement's line.
    """
    for instruction in dis.get_instructions(code):
        if instruction.opname == "RESUME":
            return instruction.offset + 2
    return 0


def _statement(line: int, starts: Sequence[int]) -> int:
    place = bisect_right(starts, line)
    return starts[place - 1] if place and line >= 1 else line


def _blocks(instructions: list[dis.Instruction]) -> list[tuple[int, int]]:
    """Yield the ranges of instructions that run one after the other."""
    starts = [0]
    for number, instruction in enumerate(instructions[:-1], 1):
        if _leaves(instruction) or instructions[number].is_jump_target:
            starts.append(number)
    return list(zip(starts, [*starts[1:], len(instructions)]))


def _leaves(instruction: dis.Instruction) -> bool:
    """Return whether the next instruction in the code may not run next."""
    return instruction.opcode in _JUMPS or instruction.opname.startswith(_ENDS)


def _do_not_run_ahead(lines: list[int], start: int, stop: int, next_line: int) -> None:
    """Replace the lines at the end of a block that belong to later code.

    What leaves a ``try`` is shown nowhere and bears a line of what comes after it; that
    need not be the first line there.
    """
    ahead = stop
    while ahead > start and lines[ahead - 1] > next_line >= 1:
        ahead -= 1
    own = {*lines[ahead:stop]}
    if start < ahead < stop and own <= {*lines[:ahead], *lines[stop:]}:
        lines[ahead:stop] = [lines[ahead - 1]] * (stop - ahead)


def _settled(lines: list[int], start: int, stop: int) -> list[int]:
    """Return the lines of one block in ascending order.

    As far as every line keeps an instruction.
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
    """Returns, for each instruction, the smallest line of those after it."""
    found: list[int | None] = []
    least: int | None = None
    for line in reversed(lines):
        found.append(least)
        if line >= 1 and (least is None or line < least):
            least = line
    return found[::-1]


def _place_for(line: int, lines: list[int], after: int) -> int | None:
    """Return an instruction that may take ``line`` in order; None if there is none."""
    for number in range(after + 1, len(lines) - 1):
        if lines[number] < line < lines[number + 1]:
            return number if lines.count(lines[number]) > 1 else None
    return None
