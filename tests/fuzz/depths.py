"""How deep the stack is, and which blocks are open, before each instruction.

Says no to code whose ways to one place differ in that: no interpreter defines it.
"""

from __future__ import annotations

import dis
import sys
from dataclasses import dataclass
from typing import Iterator, Tuple

from tests.fuzz.assembler import Assembly, Item

_ENDS = ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE")
#: In 3.8 a `finally` body is shared by ways with and without an open block.
_HAS_BLOCKS = (3, 9) <= sys.version_info < (3, 11)
_UNCONDITIONAL = ("JUMP_FORWARD", "JUMP_ABSOLUTE", "JUMP_BACKWARD")
_SETUPS = ("SETUP_FINALLY", "SETUP_WITH", "SETUP_ASYNC_WITH")
#: Blocks to 3.10: the handler of each, or None for a handled exception.
Blocks = Tuple[object, ...]


class Inconsistent(Exception):
    """Two ways to one instruction differ."""


@dataclass(frozen=True)
class Frame:
    """What the interpreter keeps before an instruction."""

    depth: int
    blocks: Blocks = ()


def frames(assembly: Assembly) -> dict[int, Frame]:
    """By number of the instruction, for all that are reached.

    Raises:
        Inconsistent: the code is none that an interpreter defines.
    """
    items = assembly.items
    place = {id(item): number for number, item in enumerate(items)}
    handlers = _handlers(assembly, place)
    # A generator begins with what is sent to it.
    found = {0: Frame(items[0].opname == "GEN_START")}
    pending = [0]
    while pending:
        number = pending.pop()
        arrivals = list(_after(items[number], found[number], number, place))
        if number in handlers:
            target, depth, pushed = handlers[number]
            if found[number].depth < depth:
                raise Inconsistent
            arrivals.append((target, Frame(depth + pushed)))
        for target, frame in arrivals:
            if target >= len(items) or frame.depth < 0:
                raise Inconsistent
            known = found.setdefault(target, frame)
            if known is frame:
                pending.append(target)
            elif known != frame:
                raise Inconsistent
    return found


def _handlers(assembly: Assembly, place: dict[int, int]) -> dict[int, tuple[int, int, int]]:
    """For each covered instruction its handler, what is kept and what is pushed."""
    found: dict[int, tuple[int, int, int]] = {}
    for each in assembly.ranges:
        end = len(assembly.items) if each.end is None else place[id(each.end)]
        frame = place[id(each.target)], each.depth, 1 + each.lasti
        for number in range(place[id(each.start)], end):
            found.setdefault(number, frame)
    return found


def _after(
    item: Item, frame: Frame, number: int, place: dict[int, int]
) -> Iterator[tuple[int, Frame]]:
    has_argument = item.opcode >= dis.HAVE_ARGUMENT
    argument = item.arg if has_argument else None
    if not item.opname.startswith((*_ENDS, *_UNCONDITIONAL)):
        effect = dis.stack_effect(item.opcode, argument, jump=False)
        if item.opname == "RETURN_GENERATOR":
            effect = 1  # what is sent; 3.11 does not count it
        blocks = frame.blocks
        if item.opname in _SETUPS and _HAS_BLOCKS:
            blocks = (*blocks, (id(item.target), frame.depth))
        elif item.opname in ("POP_BLOCK", "POP_EXCEPT") and _HAS_BLOCKS:
            if not blocks or (blocks[-1] is None) != (item.opname == "POP_EXCEPT"):
                raise Inconsistent
            blocks = blocks[:-1]
        yield number + 1, Frame(frame.depth + effect, blocks)
    if item.target is not None and item.opname != "END_ASYNC_FOR":
        effect = dis.stack_effect(item.opcode, argument, jump=True)
        is_setup = item.opname in _SETUPS and _HAS_BLOCKS
        blocks = (*frame.blocks, None) if is_setup else frame.blocks
        yield place[id(item.target)], Frame(frame.depth + effect, blocks)
