"""What the stack holds, and which blocks are open, before each instruction.

Says no to code whose ways to one place differ in that: no interpreter defines it.
Of what lies on the stack only that is told apart that the interpreter itself relies on.
"""

from __future__ import annotations

import dis
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Iterator, Tuple

if TYPE_CHECKING:
    from tests.fuzz.assembler import Assembly, Item

_ENDS = ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE")
_HAS_BLOCKS = sys.version_info < (3, 11)
#: In 3.8 a `finally` body is shared by ways with and without a handled exception.
_COUNTS_HANDLED = (3, 9) <= sys.version_info < (3, 11)
_UNCONDITIONAL = ("JUMP_FORWARD", "JUMP_ABSOLUTE", "JUMP_BACKWARD")
_SETUPS = ("SETUP_FINALLY", "SETUP_WITH", "SETUP_ASYNC_WITH")
#: The target of these is not where they go, or they come back from there.
_NO_JUMPS = ("END_ASYNC_FOR", "CALL_FINALLY")
#: What to 3.10 a handler finds on the stack.
_HANDLED = 6

#: Slots that belong together behind what loads something to call.
_CALLABLE_SLOTS = {
    "LOAD_METHOD": 2,
    "LOAD_SUPER_ATTR": 2,
    "LOAD_GLOBAL": 2,
    "LOAD_ATTR": 2,
    "PUSH_NULL": 1,
}

VALUE, ITERATOR, STATE, CALLABLE = "value", "iterator", "state", "callable"
#: What lies on the stack: one of the above; the last two together with whose it is.
Kind = Tuple[object, ...]
#: Blocks to 3.10: the handler of each, or None for a handled exception.
Blocks = Tuple[object, ...]


class InconsistentError(Exception):
    """Two ways to one instruction differ."""


@dataclass(frozen=True)
class Frame:
    """What the interpreter keeps before an instruction."""

    stack: tuple[Kind, ...] = ()
    blocks: Blocks = ()


def frames(assembly: Assembly) -> dict[int, Frame]:
    """By number of the instruction, for all that are reached.

    Raises:
        InconsistentError: the code is none that an interpreter defines.
    """
    items = assembly.items
    place = {id(item): number for number, item in enumerate(items)}
    handlers = _handlers(assembly, place)
    # A generator begins with what is sent to it.
    found = {0: Frame(((VALUE,),) * (items[0].opname == "GEN_START"))}
    pending = [0]
    while pending:
        number = pending.pop()
        frame = found[number]
        arrivals = list(_after(items[number], frame, number, place))
        if number in handlers:
            target, depth, pushed = handlers[number]
            if len(frame.stack) < depth:
                raise InconsistentError
            state = ((STATE, target),) * pushed
            arrivals.append((target, Frame((*frame.stack[:depth], *state))))
        for target, arriving in arrivals:
            if target >= len(items):
                raise InconsistentError
            known = found.get(target)
            joined = arriving if known is None else _joined(known, arriving)
            if joined != known:
                found[target] = joined
                pending.append(target)
    return found


def _joined(one: Frame, other: Frame) -> Frame:
    if one.blocks != other.blocks or len(one.stack) != len(other.stack):
        raise InconsistentError
    stack = []
    for first, second in zip(one.stack, other.stack):
        if first != second and STATE in (first[0], second[0]):
            raise InconsistentError
        stack.append(first if first == second else (VALUE,))
    return Frame(tuple(stack), one.blocks)


def _handlers(assembly: Assembly, place: dict[int, int]) -> dict[int, tuple[int, ...]]:
    """For each covered instruction its handler, what is kept and what is pushed."""
    found: dict[int, tuple[int, ...]] = {}
    for each in assembly.ranges:
        end = len(assembly.items) if each.end is None else place[id(each.end)]
        frame = place[id(each.target)], each.depth, 1 + each.lasti
        for number in range(place[id(each.start)], end):
            found.setdefault(number, frame)
    return found


def _after(
    item: Item, frame: Frame, number: int, place: dict[int, int]
) -> Iterator[tuple[int, Frame]]:
    if not item.opname.startswith((*_ENDS, *_UNCONDITIONAL)):
        blocks = frame.blocks
        if item.opname in _SETUPS and _HAS_BLOCKS:
            blocks = (*blocks, (id(item.target), len(frame.stack)))
        elif (item.opname == "POP_BLOCK" and _HAS_BLOCKS) or (
            item.opname == "POP_EXCEPT" and _COUNTS_HANDLED
        ):
            if not blocks or (blocks[-1] is None) != (item.opname == "POP_EXCEPT"):
                raise InconsistentError
            blocks = blocks[:-1]
        yield number + 1, Frame(_stack(item, frame, number, jump=False), blocks)
    if item.target is not None and item.opname not in _NO_JUMPS:
        target = place[id(item.target)]
        if item.opname in _SETUPS:
            below = frame.stack[: -1 if "WITH" in item.opname else None]
            if "WITH" in item.opname:
                below = (*below, (VALUE,))
            handled = (None,) if _COUNTS_HANDLED else ()
            blocks = (*frame.blocks, *handled)
            state = ((STATE, target),) * _HANDLED
            yield target, Frame((*below, *state), blocks)
        else:
            stack = _stack(item, frame, number, jump=True)
            yield target, Frame(stack, frame.blocks)


def effect(item: Item, *, jump: bool) -> int:
    """How many slots the stack grows by."""
    if item.opname == "RETURN_GENERATOR":
        return 1  # what is sent; 3.11 does not count it
    if item.opname == "CALL_FINALLY":
        return 0  # it comes back
    has_argument = item.opcode >= dis.HAVE_ARGUMENT
    return dis.stack_effect(item.opcode, item.arg if has_argument else None, jump=jump)


def _loads_callable(item: Item) -> bool:
    """True for what pushes NULL, or a method's owner, beside what it loads."""
    name = item.opname
    if name in ("LOAD_METHOD", "PUSH_NULL"):
        return True
    has_bit = name in ("LOAD_SUPER_ATTR", "LOAD_GLOBAL") or (
        name == "LOAD_ATTR" and sys.version_info >= (3, 12)
    )
    return has_bit and sys.version_info >= (3, 11) and bool(item.arg & 1)


def _stack(item: Item, frame: Frame, number: int, *, jump: bool) -> tuple[Kind, ...]:
    grows = effect(item, jump=jump)
    stack = list(frame.stack)
    if len(stack) + grows < 0:
        raise InconsistentError
    if item.opname in ("GET_ITER", "GET_AITER"):
        stack[-1:] = [(ITERATOR,)] * (1 + grows)
    elif item.opname == "PUSH_EXC_INFO":
        stack[-1:] = [(STATE, number), (STATE, number)]
    elif item.opname == "BEGIN_FINALLY":  # as if the handler began
        stack += [(STATE, number + 1)] * grows
    elif item.opname in ("SWAP", "COPY"):
        depth = item.arg
        if depth > len(stack):
            raise InconsistentError
        if item.opname == "COPY":
            stack.append(stack[-depth])
        else:
            stack[-1], stack[-depth] = stack[-depth], stack[-1]
    elif _loads_callable(item):  # two slots that belong together
        del stack[len(stack) + grows - _CALLABLE_SLOTS[item.opname] :]
        stack += [(CALLABLE, number)] * _CALLABLE_SLOTS[item.opname]
    elif item.opname == "LOAD_FAST_AND_CLEAR":
        stack.append((STATE, number))
    elif grows < 0:
        del stack[grows:]
    else:
        stack += [(VALUE,)] * grows
    return tuple(stack)
