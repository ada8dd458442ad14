"""What means the same takes one form, and what does not keeps its own."""

from __future__ import annotations

import pytest

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import BasicBlock, Function, Return
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.printer import print_function
from depyf.decompiler.ir.value import (
    CallShape,
    Value,
    Variable,
    VariableKind,
    load,
    store,
)
from depyf.decompiler.validate import canonical_forms

T = [Variable(VariableKind.TEMP, f"t{number}") for number in range(10)]
LOCAL = Variable(VariableKind.LOCAL, "x")
GLOBALS = [Variable(VariableKind.GLOBAL, name) for name in "fab"]


def empty_list(target):
    return store(target, Value(MicroOp.BUILD, (), "list"))


def append(target, item):
    return Value(MicroOp.ADD, (load(target), load(item)), "list")


def as_tuple(target, source):
    return store(target, Value(MicroOp.INTRINSIC, (load(source),), "list_to_tuple"))


def call(target, function, *arguments, shape=None):
    values = tuple(map(load, (function, *arguments)))
    shape = shape or (None,) * len(arguments)
    return store(target, Value(MicroOp.CALL, values, CallShape(shape)))


def body(*statements, result):
    block = BasicBlock(0, list(statements), Return(load(result)))
    function = canonical_forms.run(Function(None, 0, {0: block}))
    names = {}
    for word in print_function(function).replace("(", " ").replace(")", " ").split():
        if word.startswith("%t"):
            names.setdefault(word.strip(",)"), f"%{len(names)}")
    text = print_function(function)
    for old in sorted(names, key=len, reverse=True):
        text = text.replace(old, names[old].replace("%", "#"))
    return text


DIRECT = body(
    store(T[0], load(GLOBALS[0])),
    store(T[1], load(GLOBALS[1])),
    store(T[2], load(GLOBALS[2])),
    call(T[3], T[0], T[1], T[2]),
    result=T[3],
)


def test_arguments_collected_in_a_list_are_arguments():
    collected = body(
        store(T[0], load(GLOBALS[0])),
        empty_list(T[4]),
        store(T[1], load(GLOBALS[1])),
        append(T[4], T[1]),
        store(T[2], load(GLOBALS[2])),
        append(T[4], T[2]),
        as_tuple(T[5], T[4]),
        call(T[3], T[0], T[5], shape=("*",)),
        result=T[3],
    )
    assert collected == DIRECT


def test_their_order_matters():
    exchanged = body(
        store(T[0], load(GLOBALS[0])),
        empty_list(T[4]),
        store(T[1], load(GLOBALS[1])),
        store(T[2], load(GLOBALS[2])),
        append(T[4], T[2]),
        append(T[4], T[1]),
        as_tuple(T[5], T[4]),
        call(T[3], T[0], T[5], shape=("*",)),
        result=T[3],
    )
    assert exchanged != DIRECT


def test_a_list_that_somebody_else_holds_stays():
    held = body(
        store(T[0], load(GLOBALS[0])),
        empty_list(T[4]),
        store(T[1], load(GLOBALS[1])),
        append(T[4], T[1]),
        call(T[6], T[0], T[4]),
        append(T[4], T[6]),
        as_tuple(T[5], T[4]),
        call(T[3], T[0], T[5], shape=("*",)),
        result=T[3],
    )
    assert "call[*]" in held


@pytest.mark.parametrize("reassigned", [False, True])
def test_an_item_is_read_before_its_local_changes(reassigned):
    """``[x, (x := a)]`` is not ``(x := a); [x, x]``."""
    change = [store(LOCAL, load(GLOBALS[1]))] if reassigned else []
    text = body(
        store(T[0], load(GLOBALS[0])),
        empty_list(T[4]),
        append(T[4], LOCAL),
        *change,
        as_tuple(T[5], T[4]),
        call(T[3], T[0], T[5], shape=("*",)),
        result=T[3],
    )
    assert ("call[*]" in text) == reassigned


@pytest.mark.parametrize(
    ("kind", "method", "same"),
    [("list", "extend", True), ("set", "update", True), ("dict", "update", False)],
)
def test_methods_that_are_instructions(kind, method, same):
    """``dict.update`` takes pairs, too, which ``**`` does not."""
    text = body(
        store(T[0], Value(MicroOp.BUILD, (), kind)),
        store(T[1], Value(MicroOp.ATTR, (load(T[0]),), method)),
        call(T[2], T[1], GLOBALS[1]),
        Value(MicroOp.EVALUATE, (load(T[2]),)),
        result=T[0],
    )
    assert ("extend" in text and "call" not in text) == same


def constant(value):
    return Value(MicroOp.CONST, (), Constant(value))


def extended(target, value, kind="list"):
    return Value(MicroOp.EXTEND, (load(target), value), kind)


def test_a_list_of_constants_has_one_form():
    display = Value(MicroOp.BUILD, tuple(map(constant, (3, 2, 1))), "list")
    written = body(store(T[0], display), result=T[0])
    grown = body(empty_list(T[0]), extended(T[0], constant((3, 2, 1))), result=T[0])
    assert grown == written
    other = body(empty_list(T[0]), extended(T[0], constant((3, 1, 2))), result=T[0])
    assert other != written


def test_a_list_extended_by_what_is_no_constant_tuple_is_not_a_display():
    for content in (constant("abc"), load(GLOBALS[0])):
        grown = body(empty_list(T[0]), extended(T[0], content), result=T[0])
        assert "extend" in grown.lower()


def test_a_tuple_in_a_local_that_is_read_once_is_spread():
    """A text keeps in a local what lay on the stack."""
    pair = Value(MicroOp.BUILD, (load(T[1]), load(T[2])), "tuple")
    in_slot = body(
        store(T[1], load(GLOBALS[1])),
        store(T[2], load(GLOBALS[2])),
        store(T[3], pair),
        call(T[4], GLOBALS[0], T[3], shape=("*",)),
        result=T[4],
    )
    in_local = body(
        store(T[1], load(GLOBALS[1])),
        store(T[2], load(GLOBALS[2])),
        store(T[3], pair),
        store(LOCAL, load(T[3])),
        call(T[4], GLOBALS[0], LOCAL, shape=("*",)),
        result=T[4],
    )
    assert "call[*]" not in in_slot
    assert "call[*]" not in in_local
    read_twice = body(
        store(T[1], load(GLOBALS[1])),
        store(T[2], load(GLOBALS[2])),
        store(T[3], pair),
        store(LOCAL, load(T[3])),
        call(T[4], GLOBALS[0], LOCAL, shape=("*",)),
        result=LOCAL,
    )
    assert "call[*]" in read_twice
