"""A loop gets its condition back only where that keeps what `break` leaves."""

from __future__ import annotations

from depyf.decompiler.ir.evidence import Habits
from depyf.decompiler.ir.function import Function
from depyf.decompiler.ir.statement import Break, If, Simple, Statement, While
from depyf.decompiler.ir.value import Value, Variable, VariableKind, load, store
from depyf.decompiler.passes.tree import loops


def asked(name: str) -> Value:
    return load(Variable(VariableKind.LOCAL, name))


def step(name: str) -> Simple:
    return Simple(store(Variable(VariableKind.LOCAL, name), asked("a")))


def loop(*failed: object) -> While:
    """``while True: if a: b = a; else: ...; break``."""
    return While(None, [If(asked("a"), [step("b")], [*failed, Break()])])


def recovered(body: list[Statement]) -> list[Statement]:
    """The tree of code whose compiler does not copy tests: any loop may have one."""
    habits = Habits(loop_tests_copied=False)
    return loops.while_condition(body, Function(None, 0, {}, habits=habits))


def test_what_follows_a_failed_test_stands_behind_the_loop() -> None:
    """``while a: b = a`` with an ``else``."""
    (found,) = recovered([loop(step("c"))])
    assert found == While(asked("a"), [step("b")], [step("c")])


def test_a_break_of_the_loop_stays_in_it() -> None:
    """In `else` it would be one of the loop around, or of none."""
    inner = If(asked("c"), [Break()])
    (found,) = recovered([loop(inner, step("d"))])
    assert found == loop(If(asked("c"), [Break()]), step("d"))


def test_a_break_in_the_else_of_an_inner_loop_is_one_of_the_outer() -> None:
    """The inner loop is over where its `else` begins."""
    inner = While(asked("c"), [Break()], [Break()])
    (found,) = recovered([loop(inner)])
    assert isinstance(found, While)
    assert found.test is None


def test_a_break_of_an_inner_loop_does_not_count() -> None:
    """It stays with its loop."""
    (found,) = recovered([loop(While(asked("c"), [Break()]))])
    assert isinstance(found, While)
    assert found.test == asked("a")
