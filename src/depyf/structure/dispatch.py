"""Prints any control flow without handlers as a state machine.

It is the rung for jumps that no statement has: into the middle of loops, across
branches. Each block is one arm; temporaries carry what was on the stack.

Before::

    0: branch a -> 1, 2    1: x = 1; jump 2    2: return x

After::

    state = 0
    while True:
        if state == 0:
            if a:
                state = 1
            else:
                state = 2
        elif state == 1:
            x = 1
            state = 2
        else:
            return x
"""

from __future__ import annotations

from depyf.analysis.handlers import StructureError
from depyf.analysis.traversal import flow_graph, reverse_postorder
from depyf.ir.function import (
    BasicBlock,
    Branch,
    Function,
    Jump,
    Next,
    Raise,
    Return,
)
from depyf.ir.micro_op import MicroOp
from depyf.ir.statement import (
    Break,
    For,
    If,
    RaiseStatement,
    ReturnStatement,
    Simple,
    Statement,
    While,
)
from depyf.ir.value import (
    CallShape,
    Value,
    Variable,
    VariableKind,
    const,
    load,
    rewrite,
    store,
)

_STATE = Variable(VariableKind.TEMP, "state")


def dispatch(function: Function) -> list[Statement]:
    """The function as one loop over its blocks.

    Raises:
        StructureError: the function has exception handlers.
    """
    if function.regions:
        message = "exception handlers have no state machine"
        raise StructureError(message)
    order = reverse_postorder(flow_graph(function), function.entry)
    numbers = {block: number for number, block in enumerate(order)}
    chain: list[Statement] = []
    for block in reversed(order):
        arm = _arm(function.blocks[block], numbers)
        if not chain:
            chain = arm
            continue
        operands = (load(_STATE), const(numbers[block]))
        chain = [If(Value(MicroOp.COMPARE, operands, "=="), arm, chain)]
    return [_go(function.entry, numbers), While(None, chain)]


def _go(target: int, numbers: dict[int, int]) -> Statement:
    return Simple(store(_STATE, const(numbers[target])))


def _called_iter(node: Value) -> Value:
    """``iter`` as a call: outside of a loop header no statement makes an iterator."""
    if node.op is not MicroOp.ITER:
        return node
    operands = (const(iter), *node.operands)
    return Value(MicroOp.CALL, operands, CallShape((None,)), node.origins)


def _arm(block: BasicBlock, numbers: dict[int, int]) -> list[Statement]:
    arm: list[Statement] = [
        Simple(rewrite(value, _called_iter)) for value in block.body
    ]
    end = block.terminator
    if isinstance(end, Jump):
        arm.append(_go(end.target, numbers))
    elif isinstance(end, Branch):
        then, orelse = _go(end.if_true, numbers), _go(end.if_false, numbers)
        arm.append(If(end.test, [then], [orelse]))
    elif isinstance(end, Next):
        target = Value(MicroOp.TARGET, (), end.item)
        body = [_go(end.body, numbers), Break()]
        after = [_go(end.exhausted, numbers)]
        arm.append(For(target, end.iterator, body, after, end.is_async))
    elif isinstance(end, Return):
        arm.append(ReturnStatement(end.value))
    elif isinstance(end, Raise):
        arm.append(RaiseStatement(end.exception, end.cause, end.origins))
    else:
        message = f"no arm for {type(end).__name__}"
        raise StructureError(message)
    return arm
