"""A cell that no function shares is a local, and no other cell is."""

from __future__ import annotations

import pytest

from depyf import decompile_code
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

CELL = Variable(VariableKind.CELL, "x")
GIVEN, TUPLE_USER = (Variable(VariableKind.GLOBAL, name) for name in "gu")
T = [Variable(VariableKind.TEMP, f"t{number}") for number in range(6)]
SLOT = Variable(VariableKind.STACK, "s0")


def pack(target, *items, kind="tuple"):
    return store(target, Value(MicroOp.BUILD, items, kind))


THE_CELL = Value(MicroOp.CELL, (), CELL)
STORED = [store(T[4], load(GIVEN)), store(CELL, load(T[4]))]


def form(*statements, cells=("x",)):
    block = BasicBlock(0, [*statements, *STORED], Return(load(CELL)))
    function = Function(None, 0, {0: block})
    return print_function(canonical_forms.run(function, cells=cells))


def test_without_a_function_it_is_a_local():
    assert "cell" not in form()


def test_what_is_no_cell_of_the_function_is_left_as_it_is():
    """An instruction that takes a local for a cell reads something else."""
    assert "cell" in form(cells=())
    local = Variable(VariableKind.LOCAL, "x")
    assert "cell" in form(store(T[5], load(GIVEN)), store(local, load(T[5])))


def test_what_is_packed_and_never_read_is_left_out():
    packed = form(
        pack(T[0], THE_CELL),
        pack(T[1], load(T[0]), kind="list"),
        store(SLOT, load(T[1])),
    )
    assert packed == form()


@pytest.mark.parametrize("holder", [0, 1], ids=["tuple", "list in a slot"])
def test_what_is_passed_on_stays_a_cell(holder):
    statements = [pack(T[0], THE_CELL)]
    given = T[0]
    if holder:
        statements += [
            pack(T[1], load(T[0]), kind="list"),
            store(SLOT, load(T[1])),
        ]
        given = SLOT
    used = Value(MicroOp.CALL, (load(TUPLE_USER), load(given)), CallShape((None,)))
    assert "cell" in form(*statements, store(T[5], used))


def counted(a):
    x = a

    def step():
        nonlocal x
        x += 1

    step()
    return x


def test_a_shared_cell_is_no_local():
    assert "nonlocal x" in decompile_code(counted.__code__).source
    assert str(decompile_code(counted.__code__).quality) == "exact"
