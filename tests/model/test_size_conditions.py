"""A guard on sizes has the program's line from torch's report on the same condition."""

from __future__ import annotations

import pytest

from depyf.model.detail_events import ShapeGuard
from depyf.model.events import ShapeSymbol, SourceLine
from depyf.model.size_conditions import (
    in_symbols,
    matched,
    with_causes,
    with_program_lines,
)
from depyf.torch_text.guards import Guard
from depyf.torch_text.names import CompileId

HERE = CompileId(0, 0)
SYMBOLS = [
    ShapeSymbol(HERE, "s0", source="L['x'].size()[3]"),
    ShapeSymbol(HERE, "s5", source="L['x'].size()[2]"),
]
LINE = SourceLine("main.py", 28, "forward", "h = self.conv1(x)")
INNER = SourceLine("nn/modules/normalization.py", 334)


def shape(expression):
    return ShapeGuard(HERE, expression, LINE)


@pytest.mark.parametrize(
    ("reported", "printed"),
    [
        ("Ne((((s0 - 1)//2)) + 1, 1)", "(1 + (((-1) + {0}) // 2)) != 1"),
        ("16*s0*s5 > 20480", "20480 < 16*{0}*{1}"),
        ("Eq(s5, s0)", "{0} == {1}"),
        ("2*(s0 + 1) <= 9", "2 + 2*{0} <= 9"),
        ("Ne(Mod(s0, 4), 0)", "({0} % 4) != 0"),
    ],
)
def test_two_spellings_are_one_condition(reported, printed):
    text = printed.format("L['x'].size()[3]", "L['x'].size()[2]")
    guard = Guard(text, python=True, user_line=INNER)
    found = with_program_lines([guard], [shape(reported)], SYMBOLS)
    assert found[0].user_line == LINE
    assert found[0].expression == text
    assert in_symbols(guard, SYMBOLS) == printed.format("s0", "s5")


def test_equations_that_always_hold_are_told_apart():
    """Two equal sides differ by zero, whatever they are (437)."""
    one = Guard("(L['x'].size()[3] + 1) == (1 + L['x'].size()[3])", python=True)
    other = Guard("(32*L['x'].size()[3]) == (L['x'].size()[3]*32)", python=True)
    shapes = [shape("Eq(s0*32, 32*s0)"), shape("Eq(s0 + 1, 1 + s0)")]
    assert matched([one, other], shapes, SYMBOLS) == {shapes[0]: other, shapes[1]: one}


@pytest.mark.parametrize(
    "reported",
    ["Ne(s0, 2)", "Eq(s0, 1)", "s0 <= 1", "Ne(s5, 1)", "f(s0)", "s0 % 0 != 1", "s0 +"],
)
def test_another_condition_is_not_matched(reported):
    guard = Guard("L['x'].size()[3] != 1", python=True, user_line=INNER)
    assert matched([guard], [shape(reported)], SYMBOLS) == {}


def test_a_size_that_equals_a_constant_has_the_constants_line():
    """Torch reports the line at which it looks the size up (519)."""
    looked_up = SourceLine("main.py", 31, "forward", "return a + b")
    equal = ShapeGuard(HERE, "Eq(s0, s5)", SourceLine("main.py", 27))
    fixed = ShapeGuard(HERE, "s0 == 10", LINE, reason="range_refined_to_singleton")
    found = ShapeGuard(HERE, "s5 == 10", looked_up, reason="find")
    other = ShapeGuard(HERE, "s7 == 10", looked_up, reason="find")
    told = with_causes([*SYMBOLS, equal, fixed, found, other])
    assert [one.user_line for one in told[-3:]] == [LINE, LINE, None]
    assert told[:4] == [*SYMBOLS, equal, fixed][:4]


def test_a_method_with_the_name_of_a_number_stays():
    """An argument `stride` has a symbol, and tensors have a method `stride` (551)."""
    guard = Guard("L['x'].stride()[0] == 2*stride", python=True)
    number = ShapeSymbol(HERE, "s7", source="stride")
    assert in_symbols(guard, [number]) == "L['x'].stride()[0] == 2*s7"
