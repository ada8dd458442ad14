"""Hide additions to a frame that only Dynamo needs.

Torch 2.10+ passes ``__nested_resume_fns`` and ``__nested_frame_values`` to every resume
function. They are empty unless frames are nested. Dynamo also deletes the locals that
contain a graph's inputs and results.

Example of `hide_nested_frames`::

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

Example of `hide_releases`::

    def f(a):
        graph_out_0 = __compiled_fn_1(a)
        x = graph_out_0[0]
        del graph_out_0
        return x

Before::

    block 0:
        %t0 = global:__compiled_fn_1
        %t1 = call[_](%t0, a)
        graph_out_0 = %t1
        %t2 = item(graph_out_0, 0)
        x = %t2
        delete[graph_out_0]
        return x

After::

    block 0:
        %t0 = global:__compiled_fn_1
        %t1 = call[_](%t0, a)
        graph_out_0 = %t1
        %t2 = item(graph_out_0, 0)
        x = %t2
        return x

A release only frees memory early. Side condition: the local is bound at this point, and
nothing reads it later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.liveness import Liveness
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape, Value, Variable, VariableKind
from depyf.decompiler.passes.dynamo.trunk import parts
from depyf.regexes import regex

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function


_PREFIX = "__resume_at_"


def hide_nested_frames(function: Function) -> bool:
    """Shorten calls of resume functions; return whether there were any."""
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
        # With free variables, __resume_at_N creates the function from its cells.
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


_MADE_BY_DYNAMO = regex(r"(graph_out|tmp)_\d+")


def hide_releases(function: Function) -> bool:
    """Remove ``del`` statements that Dynamo added; return whether there were any."""
    liveness = Liveness(function)
    changed = False
    for part in parts(function):
        bound: set[Variable] = set()  # by these blocks themselves
        for stretch in part:
            changed |= _hide(stretch.block, bound, liveness)
            for block in stretch.loop:
                bound.difference_update(map(_deleted, block.body))
    return changed


def _hide(block: BasicBlock, bound: set[Variable], liveness: Liveness) -> bool:
    """Remove Dynamo's ``del``s from a block; update which variables are bound."""
    after = liveness.before(block.id)
    kept = []
    for index, statement in enumerate(block.body):
        variable = _deleted(statement)
        if variable is not None:
            is_read = variable in after[index + 1]
            if _is_made_by_dynamo(variable) and variable in bound and not is_read:
                continue
            bound.discard(variable)
        if statement.op is MicroOp.STORE:
            bound.add(statement.variable)
        kept.append(statement)
    changed = len(kept) != len(block.body)
    block.body = kept
    return changed


def _deleted(statement: Value) -> Variable | None:
    return statement.variable if statement.op is MicroOp.DELETE else None


def _is_made_by_dynamo(variable: Variable) -> bool:
    return variable.kind is VariableKind.LOCAL and bool(
        _MADE_BY_DYNAMO.fullmatch(variable.name)
    )
