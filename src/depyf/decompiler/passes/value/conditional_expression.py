"""Recover ``b if a else c`` from a branch whose arms assign one temporary.

Example (CPython 3.11 to 3.15)::

    def f(a, b, c):
        return g(b if a else c)

Before::

    block 0:
        %t0 = global:g
        branch a ? 1 : 2
    block 1 depth 2:
        %t1 = b
        jump 3
    block 2 depth 2:
        %t1 = c
        jump 3

After::

    block 0:
        %t0 = global:g
        %t1 = conditional(a, b, c)
        jump 3

If nothing reads the temporary, the expression was a statement.

For a temporary ``u``, ``u if u else c`` becomes ``or``, and ``b if u else u`` becomes
``and``. A chained comparison ends in this way in CPython 3.8 to 3.11.
"""

from __future__ import annotations

from depyf.decompiler.ir.function import BasicBlock, Branch, Function, Jump
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, inverted, store
from depyf.decompiler.passes import inlining
from depyf.decompiler.passes.arms import (
    FlowFacts,
    assigned_value,
    branch_of,
    has_pattern,
)
from depyf.decompiler.passes.value.boolean_operators import combine


def run(function: Function) -> bool:
    """Fold branches in one sweep over the blocks; return whether any changed."""
    tested = [block.id for block in function.blocks.values() if branch_of(block)]
    if not any(_arms_assign(function, function.blocks[number]) for number in tested):
        return False
    flow = FlowFacts.of(function)
    changed = False
    for block_id in sorted(tested, reverse=True):
        block = function.blocks.get(block_id)
        if block is not None:
            changed |= _collapse(flow, block)
    return changed


def _arms_assign(function: Function, block: BasicBlock) -> bool:
    """Return whether both arms of a block's branch only assign a temporary."""
    end = branch_of(block)
    return end is not None and all(
        assigned_value(function.blocks[target]) is not None
        for target in (end.if_true, end.if_false)
    )


def _collapse(flow: FlowFacts, block: BasicBlock) -> bool:
    end = branch_of(block)
    if end is None or end.if_true == end.if_false or has_pattern(end.test):
        return False
    true, false = (
        flow.function.blocks[target] for target in (end.if_true, end.if_false)
    )
    on_true, on_false = assigned_value(true), assigned_value(false)
    reads = flow.usage.reads
    unread = on_true and on_false and not (reads[on_true[0]] or reads[on_false[0]])
    if (
        on_true is None
        or on_false is None
        or not (on_true[0] == on_false[0] or unread)
        or inlining.is_definition(on_true[1])
        or inlining.is_definition(on_false[1])
        or not flow.only_from(true, block)
        or not flow.only_from(false, block)
        or not isinstance(true.terminator, Jump)
        or not isinstance(false.terminator, Jump)
        or true.terminator.target != false.terminator.target
    ):
        return False
    value = _value(end, on_true[1], on_false[1], flow)
    join = Jump(true.terminator.target, end.origins)
    block.body.append(store(on_true[0], value))
    flow.remove(true)
    flow.remove(false)
    flow.set_terminator(block, join)
    return True


def _value(end: Branch, if_true: Value, if_false: Value, flow: FlowFacts) -> Value:
    test = end.test
    if test.loads_temporary:
        for arm, other, op in (
            (if_false, if_true, MicroOp.AND),
            (if_true, if_false, MicroOp.OR),
        ):
            if arm.loaded == test.variable:
                flow.usage.reads[test.variable] -= 1
                return combine(op, test, other, flow)
    origins = frozenset(end.origins) | test.origins
    if end.jumps_if:  # the arm that is jumped over comes first in the source
        arms = (inverted(test), if_false, if_true)
        return Value(MicroOp.CONDITIONAL, arms, None, origins)
    return Value(MicroOp.CONDITIONAL, (test, if_true, if_false), None, origins)
