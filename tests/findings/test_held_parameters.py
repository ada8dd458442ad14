"""Containers that keep a model's own parameters are blamed only for their items."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings.held_parameters import held_parameters
from depyf.torch_text.questions import GuardKind

PROGRAM = """weights = dict(model.named_parameters())
params = list(model.parameters())
optimizer = SGD(model.parameters())
copies = {k: v.clone() for k, v in model.named_parameters()}
saved = model.state_dict()
"""
BIAS = "L['model']._parameters['bias']"


@pytest.mark.parametrize(
    ("other", "lines"),
    [
        ("weights['bias']", [1, 5]),
        ("params[0]", [2]),
        ("bias", []),  # the parameter itself is passed
        ("L['m']._parameters['bias']", []),  # two modules share it
    ],
)
def test_the_container_has_such_items(other, lines):
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", PROGRAM)]))
    first = SimpleNamespace(kind=GuardKind.ALIAS, literal=BIAS, expected=other)
    found = held_parameters(SimpleNamespace(run=run, first=first))
    assert [line.line for line in found] == lines
