"""Tells the test of a `case` from other tests, and its guard from what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.arms import branch_of

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Branch, Function
    from depyf.decompiler.ir.value import Value


def has_pattern(test: Value) -> bool:
    """True for the pattern of a ``case``, which only a guard may follow.

    The type of an ``except`` clause is no part of an expression either.
    """
    return test.op in (MicroOp.MATCHES, MicroOp.EXC_MATCH) or (
        test.op in (MicroOp.AND, MicroOp.OR, MicroOp.UNARY)
        and any(map(has_pattern, test.operands))
    )


def is_guard(inner: int, first: Branch, test: Value, function: Function) -> bool:
    """True for a test after a pattern that is on its line, or leads to the next one."""
    pattern = first.test
    found = _first_part(pattern)
    if found.op is not MicroOp.MATCHES or inner != first.if_true:
        return False
    other = branch_of(function.blocks[first.if_false])
    following = None if other is None else _first_part(other.test)
    if following is not None and following.op is MicroOp.MATCHES:
        if following.operands[0].payload == found.operands[0].payload:
            return True
    return not function.evidence.stood_below(test.all_origins(), pattern.all_origins())


def _first_part(test: Value) -> Value:
    return test.operands[0] if test.op is MicroOp.AND else test
