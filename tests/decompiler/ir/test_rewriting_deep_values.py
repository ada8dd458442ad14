"""Chains of thousands of operators neither overflow the stack nor are changed."""

from __future__ import annotations

import pytest

from depyf.decompiler import decompile_code
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    Value,
    Variable,
    VariableKind,
    const,
    load,
    rewrite,
)

X = Variable(VariableKind.LOCAL, "x")


def chain(length):
    value = load(X)
    for number in range(length):
        value = Value(MicroOp.BINARY, (value, const(number)), "+")
    return value


def test_rewrite_of_a_deep_chain_visits_every_node_once():
    seen = []
    deep = chain(20_000)
    result = rewrite(deep, lambda node: seen.append(node) or node)
    assert result is deep
    assert len(seen) == 40_001


def test_rewrite_replaces_operands_before_the_node():
    order = []

    def change(node):
        order.append(node.op)
        return const(1) if node.op is MicroOp.LOAD else node

    result = rewrite(chain(1), change)
    assert order == [MicroOp.LOAD, MicroOp.CONST, MicroOp.BINARY]
    assert result.operands[0] == const(1)


def test_deep_chains_are_compared_without_recursion():
    one, two = chain(20_000), chain(20_000)
    assert one is not two
    assert one == two
    assert hash(one) == hash(two)
    assert one != Value(MicroOp.UNARY, (chain(19_999),), "-")
    assert one.operands[0] != one


@pytest.mark.parametrize("operator", [" + ", " and "])
def test_a_chain_of_a_thousand_terms_decompiles(operator):
    terms = operator.join(f"a.b{number}" for number in range(1_000))
    namespace = {}
    exec(f"def f(a):\n    return {terms}", namespace)
    result = decompile_code(namespace["f"])
    assert str(result.quality) == "exact"
