"""One form of what means the same, for comparing two functions; nothing is printed.

- ``not a in b`` and ``a not in b``: the instruction differs, the meaning does not.
- ``(lambda: a).__closure__``, the only source for a tuple of cells, is that tuple:
  a function that is made and dropped at once cannot be observed.
"""

from __future__ import annotations

from typing import Dict

from depyf.ir.function import BasicBlock, Branch, Function
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import (
    Constant,
    FunctionParts,
    Value,
    Variable,
    VariableKind,
    negate,
)
from depyf.passes.usage import Usage

_NO_VARIABLE = Variable(VariableKind.TEMP, "")


def run(function: Function) -> Function:
    """Rewrites freshly lifted code in place and returns it."""
    usage = Usage.of(function)
    for block in function.blocks.values():
        _positive_test(block, usage)
        _closure_tuples(block, usage)
    return function


def _positive_test(block: BasicBlock, usage: Usage) -> None:
    """``t = a not in b; branch t`` tests ``a in b`` with its arms exchanged."""
    end = block.terminator
    if not isinstance(end, Branch) or end.test.op is not MicroOp.LOAD:
        return
    last = block.body[-1] if block.body else None
    if last is None or last.op is not MicroOp.STORE or last.payload != end.test.payload:
        return
    value = last.operands[0]
    if (
        value.op in (MicroOp.IS, MicroOp.CONTAINS)
        and value.payload is True
        and usage.is_single(last.variable)
    ):
        block.body[-1] = last.with_operands((negate(value),))
        end.if_true, end.if_false = end.if_false, end.if_true


def _closure_tuples(block: BasicBlock, usage: Usage) -> None:
    """``f = FUNCTION(closure t); c = f.__closure__`` is ``c = t``, ``c[i]`` its cell."""
    made: Dict[Variable, Value] = {}
    position = 0
    while position < len(block.body):
        statement = block.body[position]
        position += 1
        if statement.op is not MicroOp.STORE:
            continue
        value = statement.operands[0]
        made[statement.variable] = value
        source = made.get(_loaded(value)) if value.operands else None
        if source is None:
            continue
        if (
            value.op is MicroOp.ATTR
            and value.payload == "__closure__"
            and isinstance(source.payload, FunctionParts)
            and source.payload.parts == ("closure",)
            and usage.is_single(value.operands[0].variable)
        ):
            closure = source.operands[0]
            block.body[position - 1] = statement.with_operands((closure,))
            made[statement.variable] = made.get(_loaded_leaf(closure), closure)
            dropped = value.operands[0].variable
            block.body = [s for s in block.body if s.payload != dropped]
            position -= 1
        elif value.op is MicroOp.ITEM and source.op is MicroOp.BUILD:
            index = value.operands[1].payload
            content = index.value if isinstance(index, Constant) else None
            if (
                isinstance(content, int)
                and 0 <= content < len(source.operands)
                and source.payload == "tuple"
                and all(operand.op is MicroOp.CELL for operand in source.operands)
            ):
                cell = source.operands[content]
                block.body[position - 1] = statement.with_operands((cell,))


def _loaded(value: Value) -> Variable:
    return _loaded_leaf(value.operands[0])


def _loaded_leaf(leaf: Value) -> Variable:
    """The variable that a leaf reads; one that nothing defines for other leaves."""
    if leaf.op is MicroOp.LOAD:
        return leaf.variable
    return _NO_VARIABLE
