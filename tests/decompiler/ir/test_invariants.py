"""The checks between passes find what they are for, and pass what the lifter makes."""

from __future__ import annotations

import heapq
import inspect
import shutil

import pytest

from depyf.decompiler.analysis.liveness import undefined_reads
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.ir.function import (
    BasicBlock,
    Branch,
    Function,
    Jump,
    ProtectedRegion,
    Return,
)
from depyf.decompiler.ir.invariants import InvariantError, check, violations
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    CallShape,
    Value,
    Variable,
    VariableKind,
    const,
    load,
    store,
)
from depyf.decompiler.lift import lift

X = Variable(VariableKind.LOCAL, "x")
S0 = Variable(VariableKind.STACK, "s0")


@pytest.mark.parametrize("module", [heapq, shutil, inspect])
def test_the_lifter_keeps_them(module):
    code = compile(inspect.getsource(module), module.__name__, "exec")
    for unit in CodeUnit.from_code(code).walk():
        function = lift(unit)
        check(function, "lift")
        assert not undefined_reads(function)


def function(body=(), end=None, **changes):
    blocks = {0: BasicBlock(0, list(body), end or Return(const(None)))}
    return Function(None, **{"entry": 0, "blocks": blocks, **changes})


def region(**changes):
    return ProtectedRegion(**{"id": 1, "handler": 0, "depth": 0, **changes})


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (function(entry=4), "entry 4 is no block"),
        (function(end=Jump(4)), "goes to 4"),
        (function(blocks={7: BasicBlock(0, [], Return(const(1)))}), "stored as 7"),
        (function([load(X)]), "load is no statement"),
        (function([store(X, store(X, const(1)))]), "store is an operand of store"),
        (function([Value(MicroOp.STORE, (const(1),), "x")]), "has the payload 'x'"),
        (
            function(end=Branch(Value(MicroOp.IS, (load(X),), False), 0, 0)),
            "1 operands",
        ),
        (
            function([store(X, Value(MicroOp.CALL, (load(X),), CallShape((None,))))]),
            "its payload says otherwise",
        ),
        (function(regions={1: region(handler=9)}), "handler 9"),
        (function(regions={1: region(parent=1)}), "lies in itself"),
        (function(regions={1: region(parent=3)}), "lies in 3"),
        (
            function(
                blocks={0: BasicBlock(0, [], Return(const(1)), region=1)},
                regions={1: region()},
            ),
            "protects its own handler",
        ),
    ],
)
def test_each_rule_is_looked_at(broken, message):
    assert message in "; ".join(violations(broken))
    with pytest.raises(InvariantError, match="after that pass"):
        check(broken, "that pass")


def test_stack_slots_are_written_before_they_are_read():
    good = function([store(S0, const(1))], Return(load(S0)))
    bad = function([], Return(load(S0)))
    assert undefined_reads(good) == []
    assert [variable for variable, _ in undefined_reads(bad)] == [S0]
