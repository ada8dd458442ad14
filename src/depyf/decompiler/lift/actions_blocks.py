"""Actions of the block stack (3.8 to 3.10).

An entry of the block stack is a protected region, or a handler that is running. A
handler starts with six slots: the exception, two slots for the exception handled
before, NULL for the traceback, and the exception twice more. CPython calls the last
three traceback, value and type. Regions become explicit in the edges between blocks.

Python 3.8 has one copy of each ``finally`` body. The top of the stack at its beginning
says where control goes afterwards. After NULL, it goes on. After an offset, it returns
to the caller. Otherwise an exception is raised again. The top is part of a block's
state, so the body is lifted once for each case. Later versions of CPython compile the
body once for each case themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import Branch, Reraise
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape, const
from depyf.decompiler.lift.actions_calls import lift_enter
from depyf.decompiler.lift.actions_flow import go_to
from depyf.decompiler.lift.operations import HANDLING, RegionKey
from depyf.decompiler.lift.shapes import (
    NULL,
    SWALLOWED,
    SWALLOWED_NULL,
    VALUE,
    returning,
)

if TYPE_CHECKING:
    from depyf.decompiler.lift.stack import BlockLifter

#: The slots of a handler, from the bottom; see `lift.shapes` for the letters.
HANDLER_SHAPE = VALUE + "ppn" + "tu"
_EXCEPTION = 2  # slots from the top
_HANDLED_SLOTS = 3
#: The limit of CPython itself.
_MAX_BLOCKS = 20


def _protect(block: BlockLifter, depth: int) -> None:
    """End the block and enter a region; its handler keeps ``depth`` stack slots."""
    if len(block.blocks) >= _MAX_BLOCKS:
        raise block.fail("regions are nested too deep")
    outer = block.names.number_of(block.blocks)
    shape = block.shape()[:depth]
    region = RegionKey(block.operation.target, depth, False, outer, shape)
    block.blocks = (*block.blocks, region)
    go_to(block, block.fallthrough)


def lift_setup_finally(block: BlockLifter) -> None:
    """Enter the region of a ``try``."""
    _protect(block, len(block.stack))


def lift_setup_with(block: BlockLifter) -> None:
    """Enter a context, and the region of its ``with``."""
    lift_enter(block)
    _protect(block, len(block.stack) - 1)


def lift_setup_async_with(block: BlockLifter) -> None:
    """Enter the region of an ``async with``; the awaited result is on top."""
    _protect(block, len(block.stack) - 1)


def lift_pop_block(block: BlockLifter) -> None:
    """Leave a region."""
    if not block.blocks or block.blocks[-1] is HANDLING:
        raise block.fail("there is no region to leave")
    block.blocks = block.blocks[:-1]
    go_to(block, block.fallthrough)


def _stop_handling(block: BlockLifter) -> None:
    if not block.blocks or block.blocks[-1] is not HANDLING:
        raise block.fail("no handler is running")
    block.blocks = block.blocks[:-1]
    block.emit(MicroOp.EXC_POP)


def lift_pop_except_block(block: BlockLifter) -> None:
    """Leave an ``except`` clause."""
    block.pop_many(_HANDLED_SLOTS)
    _stop_handling(block)


def lift_call_exit(block: BlockLifter) -> None:
    """Call an exit function with None as all three arguments."""
    arguments = tuple(const(None) for _ in range(3))
    shape = CallShape((None, None, None))
    block.result(MicroOp.CALL, (block.pop(), *arguments), shape)


# Actions for 3.8 only.


def lift_begin_finally(block: BlockLifter) -> None:
    """Push NULL, with which END_FINALLY continues after the ``finally`` body."""
    block.push(NULL)
    block.skip()


def lift_unbind_name(block: BlockLifter) -> None:
    """Unbind the name of an ``except`` clause, by running the folded operations."""
    operation = block.operation
    for part in operation.params:
        block.act(part)
    block.operation = operation


def lift_leave_clause(block: BlockLifter) -> None:
    """Leave an ``except`` clause that has a name."""
    block.pop_many(_HANDLED_SLOTS)
    _stop_handling(block)
    lift_unbind_name(block)
    go_to(block, block.operation.target)


def lift_call_finally(block: BlockLifter) -> None:
    """Go to a ``finally`` body that returns to the next instruction."""
    block.push(returning(block.fallthrough))
    go_to(block, block.operation.target)


def lift_end_finally(block: BlockLifter) -> None:
    """End a ``finally`` body, or a chain of clauses none of which matched."""
    top = block.peek(1)
    if top.op is not MicroOp.NULL:
        block.finish(Reraise(block.peek(_EXCEPTION), False, block.origins()))
        return
    block.pop()
    if top.payload == SWALLOWED:
        block.emit(MicroOp.EXC_POP)
    after = top.payload if isinstance(top.payload, int) else block.fallthrough
    go_to(block, after)


def lift_pop_finally(block: BlockLifter) -> None:
    """Leave a ``finally`` body by a jump; with argument 1 the top value is kept."""
    kept = block.pop_many(1) if block.operation.number else ()
    if block.peek(1).op is MicroOp.NULL:
        block.pop()
        block.skip()
    else:
        block.pop_many(len(HANDLER_SHAPE))
        _stop_handling(block)
    for leaf in kept:
        block.push(leaf)


def lift_with_cleanup_start(block: BlockLifter) -> None:
    """Call the exit function; push the exception or None, then the result."""
    top = block.peek(1)
    if top.op is MicroOp.NULL:
        block.pop()
        leave = block.pop()
        block.push(top)
        nothing = const(None)
        block.push(nothing)
        shape = CallShape((None, None, None))
        block.result(MicroOp.CALL, (leave, nothing, nothing, nothing), shape)
        return
    leave = block.peek(len(HANDLER_SHAPE) + 1)
    exception = block.peek(_EXCEPTION)
    block.push(exception)
    block.result(MicroOp.WITH_EXCEPTION, (leave, exception))


def lift_with_cleanup_finish(block: BlockLifter) -> None:
    """Suppress the exception if the result of the exit function is true."""
    if block.stack[-2].payload == Constant(None):
        block.discard()
        block.pop()
        go_to(block, block.fallthrough)
        return
    _, result = block.pop_many(2)
    result = block.settle(test=result)
    raising = block.edge(block.fallthrough)
    block.pop_many(len(HANDLER_SHAPE) + 1)
    block.push(SWALLOWED_NULL)
    block.blocks = block.blocks[:-1]
    swallowed = block.edge(block.fallthrough)
    block.finish(
        Branch(result, swallowed.target, raising.target, True, block.origins()),
        if_true=swallowed,
        if_false=raising,
    )
