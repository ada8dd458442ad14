"""The calls that lead to a break: the nearest, and that in the compiled function."""

from __future__ import annotations

import ast
from types import SimpleNamespace

from depyf.model.events import SourceLine
from depyf.model.findings.break_ways import (
    also_called,
    calls_library,
    in_compiled,
    ways_to,
)

SOURCE = "def f():\n" + "    x\n" * 9
MAIN, STEP, HELP, INNER = (
    SourceLine("main.py", 90, "<module>", "step(x)"),
    SourceLine("main.py", 3, "step", "help(x)"),
    SourceLine("main.py", 23, "help", "inner(x)"),
    SourceLine("main.py", 43, "inner", "x.item()"),
)


def met(*stack, where=INNER):
    frame = SimpleNamespace(
        file="main.py", co_name="step", first_line=1, original_source=SOURCE
    )
    return SimpleNamespace(
        frames=(frame,), event=SimpleNamespace(user_stack=stack), where=where
    )


def test_a_helper_of_a_helper_has_both_calls():
    one = met(MAIN, STEP, HELP, INNER)
    assert ways_to(one) == [HELP, STEP]
    assert in_compiled(one) == STEP


def test_a_call_in_the_compiled_function_is_told_once():
    one = met(MAIN, STEP, INNER)
    assert ways_to(one) == [STEP]
    assert in_compiled(one) is None


def test_calls_outside_of_what_is_compiled_do_not_lead_there():
    assert ways_to(met(MAIN, STEP, where=STEP)) == []
    other = SourceLine("main.py", 60, "step", "help(x)")  # another one of that name
    assert ways_to(met(MAIN, other, INNER)) == []


def test_a_line_with_a_call_behind_it_does_not_call_the_function_itself():
    """Torch leaves calls out of some stacks."""
    one = met(MAIN, STEP, HELP, INNER)
    stacks = [(INNER,), (MAIN, STEP, INNER), (MAIN, STEP, HELP, INNER)]
    one.events = [SimpleNamespace(user_stack=stack) for stack in stacks]
    one.led_here = None
    assert also_called(one) == "called at main.py:23"
    one.led_here = SourceLine("main.py", 33, "help", "inner(y)")
    assert also_called(one) == "also called at main.py:23"


def test_a_comprehension_on_the_line_of_its_caller_is_told_once():
    """Up to Python 3.11, a comprehension is a function of its own."""
    inside = SourceLine("main.py", STEP.line, "<listcomp>", STEP.text)
    assert ways_to(met(MAIN, STEP, inside, INNER)) == [inside]


def test_the_programs_call_of_a_library_is_named_and_not_the_function_in_it():
    """Torch names the last function, here the `__call__` of a scanner (603)."""
    where = SourceLine("a.py", 2, "f", "x = json.loads(y)")
    inner = [
        SourceLine("/usr/lib/python3.11/json/__init__.py", 346, "loads", ""),
        SourceLine("/usr/lib/python3.11/json/decoder.py", 337, "decode", ""),
    ]
    one = met(where, *inner, where=where)
    one.tree = lambda: ast.parse("def f(y):\n    x = json.loads(str(y))\n")
    assert calls_library(one) == "json.loads"
    one.event.user_stack = (where, SourceLine("b.py", 3, "loads", ""))
    assert calls_library(one) == ""  # the program's own function
