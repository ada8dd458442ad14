"""Hides the two empty lists that every resume function is called with.

Torch 2.10+ passes ``__nested_resume_fns`` and ``__nested_frame_values`` first; they
are empty unless frames are nested.

Before: ``__resume_at_102_2([], [], b, x)``. After: ``__resume_at_102_2(b, x)``.

Example::

    def f(x):
        return __resume_at_12_3([], [], x)

Before::

    block 0:
        %t0 = global:__resume_at_12_3
        %t1 = build[list]
        %t2 = build[list]
        %t3 = call[_,_,_](%t0, %t1, %t2, x)
        return %t3

After::

    block 0:
        %t0 = global:__resume_at_12_3
        %t3 = call[_](%t0, x)
        return %t3
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape, Value, Variable

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function

_PREFIX = "__resume_at_"


def run(function: Function) -> bool:
    """Shortens the calls; True if there were any."""
    usage = Usage.of(function)
    changed = False
    for block in function.blocks.values():
        made: dict[Variable, Value] = {
            statement.variable: statement.operands[0]
            for statement in block.body
            if statement.op is MicroOp.STORE and usage.is_single(statement.variable)
        }
        hidden = set()
        for index, statement in enumerate(block.body):
            if statement.op is not MicroOp.STORE:
                continue
            call = statement.operands[0]
            if not _is_resume(call, made) or not isinstance(call.payload, CallShape):
                continue
            first = [operand.payload for operand in call.operands[1:3]]
            hidden.update(first)
            shape = CallShape(call.payload.arguments[2:])
            operands = (call.operands[0], *call.operands[3:])
            shorter = Value(MicroOp.CALL, operands, shape, call.origins)
            block.body[index] = statement.with_operands((shorter,))
            changed = True
        block.body = [
            statement
            for statement in block.body
            if not (statement.op is MicroOp.STORE and statement.payload in hidden)
        ]
    return changed


def _is_resume(call: Value, made: dict[Variable, Value]) -> bool:
    if call.op is not MicroOp.CALL or len(call.operands) < 3:
        return False
    leaves = [
        made.get(operand.variable) if operand.op is MicroOp.LOAD else None
        for operand in call.operands[:3]
    ]
    function, one, other = leaves
    if function is None or one is None or other is None:
        return False
    if function.op is MicroOp.CALL and function.operands[0].op is MicroOp.LOAD:
        # With free variables, __resume_at_N makes the function from its cells.
        function = made.get(function.operands[0].variable, function)
    return (
        function.op is MicroOp.LOAD
        and function.variable.name.startswith(_PREFIX)
        and isinstance(call.payload, CallShape)
        and call.payload.arguments[:2] == (None, None)
        and all(
            item.op is MicroOp.BUILD and item.payload == "list" and not item.operands
            for item in (one, other)
        )
    )
