"""Words on one compilation."""

from __future__ import annotations

import pytest

from depyf.model.detail_events import ShapeGuard, SideEffect
from depyf.model.facts import facts_of
from depyf.model.run import Compilation
from depyf.render.details import conditions, target_words
from depyf.torch_text.names import CompileId


@pytest.mark.parametrize(
    ("kind", "words"),
    [("OrderedDict", "an OrderedDict"), ("list", "a list"), ("int", "an int")],
)
def test_the_type_of_a_changed_object_has_its_article(kind, words):
    assert target_words(SideEffect("G['COUNT']", kind)).endswith(f", {words}")


def test_conditions_on_sizes_have_the_operators_of_python():
    reported = {
        "Ne(Mod((((s53 - 1)//2)) + 1, (s0 + 1)*(s53 + 1)), 0)": (
            "(((((s53 - 1)//2)) + 1) % ((s0 + 1)*(s53 + 1))) != 0"
        ),
        "Eq(Mod(s0, Mod(s1, 2)), 0)": "(s0 % (s1 % 2)) == 0",
        "Eq(s0, 1) | Ne(s1, 1)": "(s0 == 1) | (s1 != 1)",
        "Max(1, s0) < FloorDiv(s1, 2)": "Max(1, s0) < (s1 // 2)",
        "not a condition": "not a condition",
    }
    facts = facts_of([ShapeGuard(None, one) for one in reported])
    known = conditions(Compilation(CompileId(0, 0), facts=facts))
    assert known == [*reported.values()]
