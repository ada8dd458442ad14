"""A loop may count to a number that is computed from the one that varies (469)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile, ShapeGuard
from depyf.model.events import ShapeSymbol, SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.causes import Scope
from depyf.model.findings.computed_numbers import computed_number
from depyf.torch_text.questions import GuardKind

FILE = "/home/user/attention.py"
LENGTH = "L['meta'].longest"


def named(condition, loop="for i in range(meta.num_blocks):"):
    text = f"def forward(q, meta):\n    {loop}\n        q = q + i\n    return q\n"
    line = SourceLine(FILE, 2, "forward", loop)
    facts = facts_of(
        [
            ShapeSymbol(None, symbol="s48", source=LENGTH),
            ShapeGuard(None, condition, line),
        ]
    )
    cause = SimpleNamespace(kind=GuardKind.NUMBER, literal=LENGTH, scope=Scope.ARGUMENT)
    group = SimpleNamespace(
        causes=[cause], compilations=[SimpleNamespace(facts=facts)], first=cause,
        run=SimpleNamespace(facts=facts_of([ProgramFile(None, FILE, text)])),
    )  # fmt: skip
    return computed_number(group)


def test_the_number_that_the_loop_counts_to_is_named():
    assert named("Eq(-((-s48)//4), 2)") == "meta.num_blocks"


@pytest.mark.parametrize(
    ("condition", "loop"),
    [
        ("Eq(s48, 2)", "for i in range(meta.num_blocks):"),
        ("Eq(-((-s48)//4), 2)", "for i in range(2, meta.num_blocks):"),
        ("Eq(-((-s48)//4), 2)", "for i in range(meta.longest // 4 + 1):"),
    ],
    ids=["the number itself", "two bounds", "no name"],
)
def test_otherwise_the_varying_number_is(condition, loop):
    assert named(condition, loop) == ""
