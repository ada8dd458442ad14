"""Actions that end a block, and actions for exceptions (3.11 and later)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.function import Branch, Jump, Next, Raise, Reraise, Return
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import UnpackShape, Value, const, load
from depyf.decompiler.lift.shapes import (
    IS_NULL,
    PREVIOUS_EXCEPTION,
    VALUE,
    Shape,
    stack_variable,
)

if TYPE_CHECKING:
    from depyf.decompiler.lift.stack import BlockLifter

# Jumps.


def lift_jump(block: BlockLifter) -> None:
    """Lift a jump."""
    go_to(block, block.operation.target)


def go_to(block: BlockLifter, target: int) -> None:
    """End the block with a jump."""
    block.settle()
    block.finish(Jump(target, block.origins()), target=block.edge(target))


def _branch(
    block: BlockLifter, test: Value, sense: bool, taken: Shape, other: Shape
) -> None:
    """End the block with a branch that jumps if the test's truth is ``sense``."""
    if block.fallthrough < 0:
        raise block.fail("nothing follows")
    arms = [
        block.edge(block.operation.target, taken),
        block.edge(block.fallthrough, other),
    ]
    if_true, if_false = arms if sense else reversed(arms)
    block.finish(
        Branch(test, if_true.target, if_false.target, sense, block.origins()),
        if_true=if_true,
        if_false=if_false,
    )


def _without_not(block: BlockLifter, test: Value) -> tuple[Value, bool]:
    """Remove a ``not`` before a branch; return the test, and whether it had one."""
    last = block.body[-1] if block.body else None
    if last is None or last.op is not MicroOp.STORE or last.payload != test.payload:
        return test, False
    value = last.operands[0]
    if test.op is not MicroOp.LOAD or not test.variable.is_temporary:
        return test, False
    if value.op is MicroOp.UNARY and value.payload == "not":
        block.body.pop()
        return value.operands[0], True
    return test, False


def lift_branch(block: BlockLifter) -> None:
    """Branch on whether the value on top of the stack is true."""
    sense = block.operation.params[0]
    test = block.pop()
    if not any(leaf is test for leaf in block.stack):
        test, inverted = _without_not(block, test)
        sense ^= inverted
    test = block.settle(test=test)
    shape = block.shape()
    _branch(block, test, sense, shape, shape)


def lift_branch_or_pop(block: BlockLifter) -> None:
    """Branch on the top of the stack, which stays only if the jump is taken."""
    test = block.settle(test=block.peek(1))
    shape = block.shape()
    sense = block.operation.params[0]
    _branch(block, test, sense, shape, shape[:-1])


def lift_branch_none(block: BlockLifter) -> None:
    """Branch on whether the top of the stack is None."""
    subject = block.settle(test=block.pop())
    origins = subject.origins | frozenset(block.origins())
    test = Value(MicroOp.IS, (subject, const(None)), False, origins)
    shape = block.shape()
    _branch(block, test, block.operation.params[0], shape, shape)


def lift_branch_exception(block: BlockLifter) -> None:
    """Match an exception and jump if it does not match (3.9, 3.10)."""
    test = block.define(MicroOp.EXC_MATCH, block.pop_many(2))
    test = block.settle(test=test)
    shape = block.shape()
    _branch(block, test, False, shape, shape)


def lift_next(block: BlockLifter) -> None:
    """Lift FOR_ITER: get the next item, or leave the loop.

    The parameters are the number of the iterator's stack slots, and 1 if NULL is pushed
    when the iterator is exhausted.
    """
    slots, pushes = block.operation.params
    block.settle()
    if slots > 1 and block.peek(1).op is not MicroOp.NULL:
        raise block.fail("the value is not an iterator")
    shape = block.shape()
    exhausted = shape + IS_NULL if pushes else shape[: len(shape) - slots]
    _next(block, block.peek(slots), exhausted, is_async=False)


def lift_async_next(block: BlockLifter) -> None:
    """Lift the head of an ``async for``."""
    block.settle()
    _next(block, block.peek(1), block.shape()[:-1], is_async=True)


def _next(
    block: BlockLifter, iterator: Value, exhausted: Shape, *, is_async: bool
) -> None:
    target, after = block.operation.target, block.fallthrough
    if after < 0:
        raise block.fail("nothing follows")
    shape = block.shape()
    item = stack_variable(len(shape))
    block.finish(
        Next(iterator, item, after, target, is_async, block.origins()),
        body=block.edge(after, shape + VALUE),
        exhausted=block.edge(target, exhausted),
    )


def lift_return(block: BlockLifter) -> None:
    """End the block with a return of the top of the stack."""
    value = block.pop()
    _check_left(block)
    block.finish(Return(value, block.origins()))


def _check_left(block: BlockLifter) -> None:
    """Check that no NULL of a call is left on the stack."""
    facts = block.names.behaviour
    if facts.unified_locals and IS_NULL in block.shape():
        raise block.fail("NULL is left on the stack")


def lift_return_const(block: BlockLifter) -> None:
    """End the block with a return of a constant."""
    _check_left(block)
    block.finish(Return(const(block.operation.argval), block.origins()))


def lift_raise(block: BlockLifter) -> None:
    """End the block with a raise of up to two operands."""
    exception, cause = (*block.pop_many(block.operation.number), None, None)[:2]
    if not block.names.behaviour.with_keeps_null:
        _check_left(block)
    block.finish(Raise(exception, cause, block.origins()))


# Exceptions in 3.11 and later.


def lift_push_exception(block: BlockLifter) -> None:
    """Push an exception as the handled one, above the one handled before."""
    exception = block.pop()
    block.emit(MicroOp.EXC_PUSH, (exception,))
    block.push(PREVIOUS_EXCEPTION)
    block.push(exception)


def lift_pop_except(block: BlockLifter) -> None:
    """Stop handling an exception."""
    block.pop()
    block.emit(MicroOp.EXC_POP)


def lift_reraise(block: BlockLifter) -> None:
    """Reraise an exception; the argument is the instruction index's depth, or 0."""
    restores = bool(block.operation.number)
    slot = len(block.stack) - 1 - block.operation.number
    if restores and not block.holds_lasti(slot):
        raise block.fail("there is no instruction index")
    exception = block.pop()
    block.finish(Reraise(exception, restores, block.origins()))


def lift_reraise_three(block: BlockLifter) -> None:
    """Reraise an exception (up to 3.10), which takes three slots."""
    exception = block.pop_many(3)[1]
    block.finish(Reraise(exception, bool(block.operation.number), block.origins()))


def lift_exception_match(block: BlockLifter) -> None:
    """Match an exception with a type, for ``except type``."""
    kind = block.pop()
    block.result(MicroOp.EXC_MATCH, (block.peek(1), kind))


def lift_group_match(block: BlockLifter) -> None:
    """Split a group into rest and match, for ``except* type``."""
    operands = block.pop_many(2)
    rest, match = block.names.temp(), block.names.temp()
    block.emit(MicroOp.EXC_GROUP_MATCH, operands, UnpackShape((rest, match)))
    for target in (rest, match):
        leaf = load(target)
        block.mark_consumed(leaf)
        block.push(leaf)


def lift_with_exception(block: BlockLifter) -> None:
    """Call the exit function; the parameters are its depth and the exception's."""
    deep, near = block.operation.params
    operands = (block.peek(deep), block.peek(near))
    block.result(MicroOp.WITH_EXCEPTION, operands)
