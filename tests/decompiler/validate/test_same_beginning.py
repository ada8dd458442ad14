"""What validation leaves out at the beginning of both sides, and what it must not."""

from __future__ import annotations

import pytest

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import BasicBlock, Branch, Function, Jump, Return
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
from depyf.decompiler.validate import validate
from depyf.decompiler.validate.same_beginning import SideOfLine, without_same_beginning

X, Y, TMP = (Variable(VariableKind.LOCAL, name) for name in ("x", "y", "tmp_0"))
P = Variable(VariableKind.LOCAL, "p")
A, B, C, D = (Variable(VariableKind.TEMP, f"t{number}") for number in range(4))
F, G = (Variable(VariableKind.GLOBAL, name) for name in "fg")


def call(target, called, *arguments):
    shape = CallShape((None,) * len(arguments))
    values = tuple(map(load, (called, *arguments)))
    return store(target, Value(MicroOp.CALL, values, shape))


def attr(target, owner, name, origins=()):
    value = Value(MicroOp.ATTR, (load(owner),), name, frozenset(origins))
    return store(target, value)


def function(*body, end=None):
    blocks = {0: BasicBlock(0, list(body), end or Return(const(None)))}
    blocks.update((n, BasicBlock(n, [], Return(const(n)))) for n in (1, 2))
    return Function(None, 0, blocks)


def left(original, recompiled, rename=None):
    """The statements that are left of both; None if nothing is left out."""

    def side(graph):
        return SideOfLine(
            graph,
            lambda one: one if one.is_temporary or one is TMP else one.name,
            lambda origins: sorted(origins) or None,
        )

    sides = side(original), side(recompiled)
    rests = without_same_beginning(*sides, ["p"], rename or {}, lambda: None)
    return rests and [rest.function.blocks[0].body for rest in rests]


def is_accepted(original, recompiled):
    return validate(
        original,
        recompiled,
        lift=lambda code: code,
        temporaries=lambda name: name.startswith("tmp"),
    ).equivalent


FIRST = (store(A, load(F)), call(B, A), attr(C, B, "c"))


def test_a_line_with_other_temporaries_is_left_out():
    text = function(store(TMP, load(F)), call(D, TMP), attr(A, D, "c"))
    assert left(function(*FIRST), text) == [[], []]
    assert is_accepted(function(*FIRST), text)


def test_what_is_read_behind_the_line_is_held_in_both():
    original = function(*FIRST, end=Return(load(C)))
    renamed = store(TMP, load(F)), call(D, TMP), attr(A, D, "c")
    assert is_accepted(original, function(*renamed, end=Return(load(A))))
    assert not is_accepted(original, function(*renamed, end=Return(load(D))))


@pytest.mark.parametrize(
    "second",
    [
        (store(A, load(G)), call(B, A), attr(C, B, "c")),
        (store(A, load(F)), call(B, A, A), attr(C, B, "c")),
        (store(A, load(F)), call(B, A), attr(C, A, "c")),
        (store(A, load(F)), call(B, A), attr(C, B, "d")),
        (store(A, load(F)), attr(C, A, "c"), call(B, A)),
        (store(A, load(F)), call(B, A), call(D, A), attr(C, B, "c")),
    ],
)
def test_another_line_is_not_accepted(second):
    assert not is_accepted(function(*FIRST), function(*second))
    rests = left(function(*FIRST), function(*second))
    assert rests is None or all(rests)


def test_globals_go_by_the_names_of_the_text():
    text = function(store(A, load(G)), *FIRST[1:])
    assert left(function(*FIRST), text, {"f": "g"}) == [[], []]
    assert left(function(*FIRST), text, {"f": "h"}) is None


def test_named_locals_are_the_same_at_each_call():
    early = function(store(A, load(F)), store(X, load(A)), call(B, A), call(C, A))
    late = function(store(A, load(F)), call(B, A), store(X, load(A)), call(C, A))
    assert left(early, late) == [early.blocks[0].body[2:], late.blocks[0].body[1:]]
    assert not is_accepted(early, late)
    temporary = function(store(A, load(F)), store(TMP, load(A)), call(B, A))
    assert left(function(*FIRST[:2]), temporary) == [[], []]
    assert left(function(*FIRST[:2]), function(*early.blocks[0].body[:3])) is not None
    assert not is_accepted(function(*FIRST[:2]), function(*early.blocks[0].body[:3]))


def test_only_bound_locals_are_read():
    assert left(function(attr(A, P, "a")), function(attr(A, P, "a"))) == [[], []]
    assert left(function(attr(A, Y, "a")), function(attr(A, Y, "a"))) is None


def test_constants_are_told_apart_by_type():
    def item(key):
        index = Value(MicroOp.CONST, (), Constant(key))
        return function(store(A, Value(MicroOp.ITEM, (load(P), index))))

    assert left(item(1), item(1)) == [[], []]
    assert left(item(1), item(True)) is None


def test_raw_operations_are_compared():
    assert left(function(attr(A, P, "a", [2])), function(attr(A, P, "a", [4]))) is None
    assert left(function(attr(A, P, "a", [2])), function(attr(A, P, "a"))) is not None


def test_a_test_of_what_is_held_is_not_decided():
    def tested(variable):
        none = Value(MicroOp.IS, (load(variable), const(None)), False)
        return function(*FIRST, end=Branch(none, 1, 2))

    assert is_accepted(tested(C), tested(C))
    assert not is_accepted(tested(C), tested(B))
    assert not is_accepted(tested(C), function(*FIRST))


def test_a_loop_is_walked():
    body = function(*FIRST, end=Jump(0))
    assert left(body, body) is None
