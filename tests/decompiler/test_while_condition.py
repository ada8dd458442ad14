"""A loop gets its condition back only where that keeps what `break` leaves."""

from __future__ import annotations

from depyf.decompiler.ir.statement import Break, If, Simple, While
from depyf.decompiler.ir.value import Value, Variable, VariableKind, load, store
from depyf.decompiler.passes.shape import while_condition


def asked(name: str) -> Value:
    return load(Variable(VariableKind.LOCAL, name))


def step(name: str) -> Simple:
    return Simple(store(Variable(VariableKind.LOCAL, name), asked("a")))


def loop(*failed: object) -> While:
    """``while True: if a: b = a; else: ...; break``."""
    return While(None, [If(asked("a"), [step("b")], [*failed, Break()])])


def test_what_follows_a_failed_test_stands_behind_the_loop() -> None:
    """``while a: b = a`` with an ``else``."""
    (found,) = while_condition.run([loop(step("c"))], None)
    assert found == While(asked("a"), [step("b")], [step("c")])


def test_a_break_of_the_loop_stays_in_it() -> None:
    """In `else` it would be one of the loop around, or of none."""
    inner = If(asked("c"), [Break()])
    (found,) = while_condition.run([loop(inner, step("d"))], None)
    assert found == loop(If(asked("c"), [Break()]), step("d"))


def test_a_break_in_the_else_of_an_inner_loop_is_one_of_the_outer() -> None:
    """The inner loop is over where its `else` begins."""
    inner = While(asked("c"), [Break()], [Break()])
    (found,) = while_condition.run([loop(inner)], None)
    assert isinstance(found, While)
    assert found.test is None


def test_a_break_of_an_inner_loop_does_not_count() -> None:
    """It stays with its loop."""
    (found,) = while_condition.run([loop(While(asked("c"), [Break()]))], None)
    assert isinstance(found, While)
    assert found.test == asked("a")
