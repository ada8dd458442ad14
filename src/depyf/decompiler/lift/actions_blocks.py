"""Actions of the block stack (3.8 to 3.10).

An entry of the block stack is a protected region, or a handler that is running. A
handler starts with six slots: the exception, two for what was handled before, NULL for
the traceback, and the exception twice more; the last three are what CPython calls
traceback, value and type. Regions become explicit in the edges between blocks.

3.8 has one copy of each ``finally`` body. What lies on top of the stack when it begins
says where it goes afterwards: NULL goes on, an offset returns to the caller, otherwise
an exception is raised on. As that is part of a block's state, the body is lifted once
for each of them, which is what later CPythons do themselves.
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

#: The slots of a handler, from the bottom; see `lift.shapes`.
HANDLER_SHAPE = VALUE + "ppn" + "tu"
_EXCEPTION = 2  # slots from the top
_HANDLED_SLOTS = 3
#: CPython's own limit.
_MAX_BLOCKS = 20


def _protect(block: BlockLifter, depth: int) -> None:
    """End the block and enter a region; its handler finds ``depth`` slots."""
    if len(block.blocks) >= _MAX_BLOCKS:
        raise block.fail("regions are nested too deep")
    outer = block.names.number_of(block.blocks)
    shape = block.shape()[:depth]
    region = RegionKey(block.operation.target, depth, False, outer, shape)
    block.blocks = (*block.blocks, region)
    go_to(block, block.fallthrough)


def lift_setup_finally(block: BlockLifter) -> None:
    """Enter a ``try``."""
    _protect(block, len(block.stack))


def lift_setup_with(block: BlockLifter) -> None:
    """Enter a context and protect what follows."""
    lift_enter(block)
    _protect(block, len(block.stack) - 1)


def lift_setup_async_with(block: BlockLifter) -> None:
    """Protect what follows; the awaited result is on top."""
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
    """Call an exit function with three times None."""
    arguments = tuple(const(None) for _ in range(3))
    shape = CallShape((None, None, None))
    block.result(MicroOp.CALL, (block.pop(), *arguments), shape)


# 3.8 only.


def lift_begin_finally(block: BlockLifter) -> None:
    """Push NULL: after the next ``finally`` body, control falls through."""
    block.push(NULL)
    block.skip()


def lift_unbind_name(block: BlockLifter) -> None:
    """Unbind a clause's name in place, by the operations in the parameters."""
    operation = block.operation
    for part in operation.params:
        block.act(part)
    block.operation = operation


def lift_leave_clause(block: BlockLifter) -> None:
    """Leave a clause with a name."""
    block.pop_many(_HANDLED_SLOTS)
    _stop_handling(block)
    lift_unbind_name(block)
    go_to(block, block.operation.target)


def lift_call_finally(block: BlockLifter) -> None:
    """Go to a ``finally`` body that returns to the next instruction."""
    block.push(returning(block.fallthrough))
    go_to(block, block.operation.target)


def lift_end_finally(block: BlockLifter) -> None:
    """End a ``finally`` body, or a chain of clauses of which none matched."""
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
    """Leave a ``finally`` body by a jump; the argument says to keep the top value."""
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
    """Call the exit function; leave the exception or None, and the result."""
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
    """Swallow the exception if the result is true."""
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
