"""Recover ``and``, ``or`` and ``not`` from branches, in tests and as values.

In a test, before -> after::

    0: branch a -> 1, 9            0: branch a and b -> 2, 9
    1: branch b -> 2, 9

As a value::

    0: t = a; branch t -> 9, 1     0: t = a or b; jump 9
    1: t = b; jump 9

Example::

    def f(a, b, c):
        if a and b or c:
            return 1

Before::

    block 0:
        branch a ? 1 : 2
    block 1:
        branch b ? 3 : 2
    block 2:
        branch c ? 3 : 4

After::

    block 0:
        branch or(and(a, b), c) ? 3 : 4
"""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator

from depyf.decompiler.ir.function import BasicBlock, Branch, Function, Jump
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, inverted, load, store
from depyf.decompiler.passes.arms import (
    FlowFacts,
    assigned_value,
    branch_of,
    has_pattern,
    is_guard,
    last_definition,
    may_be_expression,
    replace_last_definition,
)
from depyf.decompiler.passes.value.chained_compare import chain


def run(function: Function) -> bool:
    """Fold branches in one sweep over the blocks; return whether any changed."""
    tested = [block for block in function.blocks.values() if branch_of(block)]
    if not any(may_be_expression(function, block) for block in tested):
        return False
    for each in tested:
        _name_tested_constant(each)
    flow = FlowFacts.of(function)
    changed = False
    for block_id in sorted((block.id for block in tested), reverse=True):
        block = function.blocks.get(block_id)
        while (
            block is not None
            and branch_of(block)
            and (
                _collapse_test(flow, block)
                or _collapse_conditional_test(flow, block)
                or _collapse_repeated(flow, block)
                or _collapse_value(flow, block)
                or _collapse_guarded_value(flow, block)
                or _collapse_unread(flow, block)
            )
        ):
            changed = True
    return changed


def _name_tested_constant(block: BasicBlock) -> None:
    """Turn ``t = 1; branch 1``, as in ``a and 1 or b``, into ``branch t``."""
    end = branch_of(block)
    if end is None or end.test.op is not MicroOp.CONST:
        return
    found = last_definition(block)
    if found is not None and found[1] == end.test:
        end.test = replace(load(found[0]), origins=end.test.origins)


def combine(op: MicroOp, left: Value, right: Value, flow: FlowFacts) -> Value:
    """Return ``left op right``, flat; links of a comparison chain become one."""
    if op is MicroOp.AND:
        rest: tuple[Value, ...] = ()
        first = right
        if right.op is MicroOp.AND:
            first, rest = right.operands[0], right.operands[1:]
        linked = chain(left, first, flow)
        if linked is not None:
            operands = linked.operands if linked.op is op else (linked,)
            if not rest and len(operands) == 1:
                return linked
            return Value(op, operands + rest, None, left.origins | right.origins)
    origins = left.origins | right.origins
    operands = left.operands if left.op is op else (left,)
    operands += right.operands if right.op is op else (right,)
    return Value(op, operands, None, origins)


def _nest(
    op: MicroOp, left: Value, right: Value, flow: FlowFacts, end: Branch
) -> Value:
    """Return ``left op right``, with parentheses if the jump shows them.

    For ``(a or b) or c``, the left side is tested as a whole (3.12, 3.13). In 3.14 the
    jump after ``a`` goes past that test, and is recorded.
    """
    rest = right.operands if right.op is op else (right,)
    origins = left.origins | right.origins
    is_threaded = not flow.function.tests_threaded.isdisjoint(end.origins)
    if is_threaded and len(rest) > 1:
        group = rest[0].operands if rest[0].op is op else rest[:1]
        left, rest = Value(op, (left, *group), None, origins), rest[1:]
    elif left.op is not op or not flow.function.tests_of_parts.isdisjoint(end.origins):
        return combine(op, left, right, flow)
    return Value(op, (left, *rest), None, origins)


def _collapse_test(flow: FlowFacts, block: BasicBlock) -> bool:
    """Fold ``branch p`` with a block that consists only of ``branch q``."""
    first = branch_of(block)
    if first is None or first.if_true == first.if_false:
        return False
    for inner_id in (first.if_true, first.if_false):
        inner = flow.function.blocks[inner_id]
        second = branch_of(inner)
        if second is None or inner.statements or not flow.only_from(inner, block):
            continue
        if inner_id == first.if_true and _is_link(first.test, second.test):
            _meet(flow, first.if_false, inner)
            second = branch_of(inner)
            assert second is not None
        merged = _merged_test(first, second, inner_id, flow)
        if merged is not None:
            block.body.extend(inner.body)
            flow.remove(inner)
            flow.set_terminator(block, merged)
            return True
    return False


def _is_link(test: Value, following: Value) -> bool:
    """Return whether the second comparison begins with the first's middle value."""
    made = [node.payload for node in test.walk() if node.op is MicroOp.WALRUS]
    first = following.operands[0] if following.operands else following
    return first.loaded in made


def _meet(flow: FlowFacts, target: int, link: BasicBlock) -> None:
    """Let two links of a chain fail to one block, if they have equal copies of it.

    Such a block leaves a handler, and each link may have its own copy.
    """
    end = branch_of(link)
    assert end is not None
    own, other = (flow.function.blocks[each] for each in (end.if_false, target))
    if own is other or own.region != other.region:
        return
    bodies = [[value.op for value in each.statements] for each in (own, other)]
    if bodies[0] != bodies[1] or bodies[0] != [MicroOp.EXC_POP]:
        return
    if isinstance(own.terminator, Jump) and isinstance(other.terminator, Jump):
        if own.terminator.target == other.terminator.target:
            flow.set_terminator(link, replace(end, if_false=target))
            if not flow.preds[own.id]:
                flow.remove(own)


def _merged_test(
    first: Branch, second: Branch, inner: int, flow: FlowFacts
) -> Branch | None:
    """Merge two branches into one; return None if their targets do not match."""
    origins = first.origins + second.origins
    p, q = first.test, second.test
    if has_pattern(q) or (
        has_pattern(p) and not is_guard(inner, first, q, flow.function)
    ):
        return None
    if inner == first.if_true:
        op, other = MicroOp.AND, first.if_false
        goal, rest = second.if_false, second.if_true
    else:
        op, other = MicroOp.OR, first.if_true
        goal, rest = second.if_true, second.if_false
    jumps_if = second.jumps_if
    if goal != other:
        q, jumps_if, goal, rest = inverted(q), not jumps_if, rest, goal
    if goal != other:
        return None
    ways = (rest, goal) if op is MicroOp.AND else (goal, rest)
    return Branch(combine(op, p, q, flow), *ways, jumps_if, origins)


def _collapse_conditional_test(flow: FlowFacts, block: BasicBlock) -> bool:
    """Fold ``branch p`` with two branches that have the same two targets."""
    first = branch_of(block)
    if first is None or first.if_true == first.if_false:
        return False
    arms = [flow.function.blocks[t] for t in (first.if_true, first.if_false)]
    ends = [branch_of(arm) for arm in arms]
    if any(arm.statements or not flow.only_from(arm, block) for arm in arms):
        return False
    one, other = ends
    if one is None or other is None:
        return False
    test = other.test
    if (one.if_true, one.if_false) == (other.if_false, other.if_true):
        test = inverted(test)
    elif (one.if_true, one.if_false) != (other.if_true, other.if_false):
        return False
    origins = frozenset(first.origins + one.origins + other.origins)
    choice = (first.test, one.test, test)
    if first.jumps_if:  # the arm that is jumped over comes first in the source
        choice = (inverted(first.test), test, one.test)
    value = Value(MicroOp.CONDITIONAL, choice, None, origins)
    for arm in arms:
        block.body.extend(arm.body)
        flow.remove(arm)
    flow.set_terminator(block, Branch(value, one.if_true, one.if_false, one.jumps_if))
    return True


def _arms(
    flow: FlowFacts, block: BasicBlock, end: Branch
) -> Iterator[tuple[BasicBlock, int, MicroOp]]:
    """Yield arms that only the branch leads to, with the other arm and operator.

    The operator joins the tests of both if the arm also leads to the other arm.
    """
    for arm, other, op in (
        (end.if_false, end.if_true, MicroOp.OR),
        (end.if_true, end.if_false, MicroOp.AND),
    ):
        if flow.only_from(flow.function.blocks[arm], block):
            yield flow.function.blocks[arm], other, op


def _collapse_repeated(flow: FlowFacts, block: BasicBlock) -> bool:
    """Fold ``t = a; branch t -> X, F`` and ``X: t = b; branch t -> Y, F``.

    The value is read again at F, so both paths to F must define it.
    """
    first = branch_of(block)
    if first is None or first.test.op is not MicroOp.LOAD:
        return False
    variable = first.test.variable
    for inner, other, op in _arms(flow, block, first):
        second = branch_of(inner)
        if (
            second is None
            or len(inner.statements) != 1
            or second.test.loaded != variable
            or other != (second.if_false if op is MicroOp.AND else second.if_true)
        ):
            continue
        right = last_definition(inner, variable)
        left = last_definition(block, variable)
        if left is None or right is None:
            continue
        value = _nest(op, left[1], right[1], flow, first)
        replace_last_definition(block, value)
        flow.function.tests_of_parts.update(second.origins)
        flow.remove(inner)
        flow.set_terminator(block, second)
        return True
    return False


def _collapse_value(flow: FlowFacts, block: BasicBlock) -> bool:
    """Fold ``t = a; branch t`` where one arm is only ``t = b``."""
    end = branch_of(block)
    if end is None or end.test.op is not MicroOp.LOAD:
        return False
    defined = last_definition(block, end.test.variable)
    if defined is None:
        return False
    variable, left = defined
    for arm, join, op in _arms(flow, block, end):
        found = assigned_value(arm)
        if found is None or found[0] != variable:
            continue
        if arm.terminator != Jump(join, arm.terminator.origins):
            continue
        value = _nest(op, left, found[1], flow, end)
        replace_last_definition(block, value)
        flow.remove(arm)
        flow.set_terminator(block, Jump(join, end.origins))
        return True
    return False


def _collapse_unread(flow: FlowFacts, block: BasicBlock) -> bool:
    """Fold ``branch p`` where one arm's value is not read after the join.

    The value is that of ``p and value``. If it were a statement itself, it would be
    dropped at once.
    """
    end = branch_of(block)
    if end is None or has_pattern(end.test):
        return False
    for arm, join, op in _arms(flow, block, end):
        if arm.terminator != Jump(join, arm.terminator.origins):
            continue
        found = assigned_value(arm)
        if found is None:
            linked = _linked(flow, end.test, arm) if op is MicroOp.AND else None
            if linked is None:
                continue
            block.body.append(linked)
        elif flow.usage.reads[found[0]] or has_pattern(found[1]):
            continue
        else:
            test = _taken_test(flow, block, end)
            value = combine(op, test, found[1], flow)
            block.body.append(store(found[0], value))
        flow.remove(arm)
        flow.set_terminator(block, Jump(join, end.origins))
        return True
    return False


def _linked(flow: FlowFacts, test: Value, arm: BasicBlock) -> Value | None:
    """Return ``evaluate t < c`` joined with the ``a < (t := b)`` before it, or None."""
    body = arm.statements
    if len(body) != 1 or body[0].op is not MicroOp.EVALUATE:
        return None
    joined = chain(test, body[0].operands[0], flow)
    return None if joined is None else body[0].with_operands((joined,))


def _taken_test(flow: FlowFacts, block: BasicBlock, end: Branch) -> Value:
    """Return the test of a branch, and remove a value that nothing else reads."""
    if not end.test.loads_temporary:
        return end.test
    defined = last_definition(block, end.test.variable)
    targets = (end.if_true, end.if_false)
    if defined is None or not all(flow.is_dead_at(defined[0], t) for t in targets):
        return end.test
    del block.body[-1]
    return defined[1]


def _collapse_guarded_value(flow: FlowFacts, block: BasicBlock) -> bool:
    """Fold ``branch p -> X, C`` and ``X: t = e; branch t -> J, C``.

    This is ``p and e or ...``: the value is not read again on the path to C.
    """
    first = branch_of(block)
    if first is None:
        return False
    for inner, other, joint in _arms(flow, block, first):
        second = branch_of(inner)
        defined = last_definition(inner)
        if (
            second is None
            or defined is None
            or len(inner.statements) != 1
            or second.test.loaded != defined[0]
        ):
            continue
        if has_pattern(first.test) or has_pattern(defined[1]):
            continue
        choice = _guarded(first, second, other, joint)
        if choice is None or not flow.is_dead_at(defined[0], other):
            continue
        op, test = choice
        value = combine(op, test, defined[1], flow)
        block.body.extend(inner.body)
        replace_last_definition(block, value)
        flow.remove(inner)
        flow.set_terminator(block, second)
        return True
    return False


def _guarded(
    first: Branch, second: Branch, other: int, joint: MicroOp
) -> tuple[MicroOp, Value] | None:
    """Return the operator and test that join ``p`` with ``e``, or None."""
    test = first.test if joint is MicroOp.AND else inverted(first.test)
    if second.if_false == other:
        return MicroOp.AND, test
    if second.if_true == other:
        return MicroOp.OR, inverted(test)
    return None
