"""A pass walks a tree only if the tree holds what the pass looks for."""

from __future__ import annotations

from depyf.decompiler.ir.held import bits, holds
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, const, inverted


def test_operations_count_at_any_depth():
    negation = inverted(const(1))
    tree = Value(MicroOp.AND, (const(2), Value(MicroOp.OR, (negation, const(3)))))
    assert holds(tree, bits(MicroOp.UNARY))
    assert holds(tree, bits(MicroOp.AND, MicroOp.CALL))
    assert not holds(tree, bits(MicroOp.CALL))


def test_the_answer_for_a_part_is_not_that_for_the_whole():
    part = inverted(const(1))
    assert not holds(part, bits(MicroOp.AND))
    assert holds(Value(MicroOp.AND, (part, const(2))), bits(MicroOp.AND))


def test_a_tree_may_be_deeper_than_the_stack():
    tree = const(1)
    for _ in range(5000):
        tree = Value(MicroOp.UNARY, (tree,), "-")
    assert holds(tree, bits(MicroOp.CONST))
