"""Numbers of a list that differ one by one: torch lets each vary once it has.

Protects: such numbers are not said to need an entry for each value.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ShapeGuard
from depyf.model.events import ShapeSymbol
from depyf.model.findings.conditions import are_items_set_free
from depyf.model.findings.value_rules import VALUE_RULES

ITEM = "L['counts'][{}]"
RULE = next(one for one in VALUE_RULES if one.when is are_items_set_free)


def group(items, symbols=(), constants=()):
    """Return recompiles for items of `counts`, with these symbols in the last entry."""
    events = [
        ShapeSymbol(None, symbol=f"s{number}", source=ITEM.format(number))
        for number in symbols
    ] + [
        ShapeGuard(None, expression=f"s{number} == 3", reason="a line")
        for number in constants
    ]
    facts = SimpleNamespace(
        all=lambda kind: [one for one in events if isinstance(one, kind)]
    )
    causes = [
        SimpleNamespace(literal=ITEM.format(number), expected=value)
        for number, value in items
    ]
    return SimpleNamespace(
        causes=causes, compilations=[SimpleNamespace(facts=facts)], shown="counts[...]"
    )


@pytest.mark.parametrize(
    ("items", "symbols", "constants", "is_so"),
    [
        ([(0, "3"), (1, "5")], (2,), (), True),
        ([(0, "3"), (1, "5")], (), (), False),
        ([(0, "3"), (1, "5")], (2,), (2,), False),
        ([(0, "3"), (0, "5")], (2,), (), False),
    ],
)
def test_several_items_differ_and_one_varies(items, symbols, constants, is_so):
    assert are_items_set_free(group(items, symbols, constants)) is is_so


def test_one_always_is_a_constant():
    assert "1 is always a constant" in RULE.why(group([(0, "3"), (1, "1")]))
    assert "always" not in RULE.why(group([(0, "3"), (1, "5")]))
