"""A guard on sizes has the program's line from torch's report on the same condition."""

from __future__ import annotations

import pytest

from depyf.model.detail_events import ShapeGuard
from depyf.model.events import ShapeSymbol, SourceLine
from depyf.model.size_conditions import in_symbols, matched, with_program_lines
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


@pytest.mark.parametrize(
    "reported",
    ["Ne(s0, 2)", "Eq(s0, 1)", "s0 <= 1", "Ne(s5, 1)", "f(s0)", "s0 % 0 != 1", "s0 +"],
)
def test_another_condition_is_not_matched(reported):
    guard = Guard("L['x'].size()[3] != 1", python=True, user_line=INNER)
    assert matched([guard], [shape(reported)], SYMBOLS) == {}
