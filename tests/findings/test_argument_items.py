"""A state that a compiled function gets, and changes itself."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings import argument_items
from depyf.model.findings.argument_items import parameter_of
from depyf.torch_text.path_steps import ITEM, Part
from tests.findings.traced import lines, told

OPTIMIZER = """
class Adam:
    def update(self, p, state):
        state["step"] += 1
        return p * state["step"]

    def begin(self, p):
        state = self.state[p]
        state["step"] = 0

    def step(self):
        for p in self.params:
            self.update(p, self.state[p])
"""


def test_the_stores_in_the_function_and_under_that_name_are_told():
    call = "self.update(p, self.state[p])"
    one = told({"main": OPTIMIZER}, "Adam.update", "L['state']['step'] == 0", call=call)
    assert lines(one) == ['state["step"] += 1', 'state["step"] = 0']


def test_an_item_that_only_others_store_is_not_told_by_its_name():
    text = OPTIMIZER.replace('state["step"] += 1', "pass")
    call = "self.update(p, self.state[p])"
    one = told({"main": text}, "Adam.update", "L['state']['step'] == 0", call=call)
    assert 'state["step"] = 0' not in lines(one)


@pytest.mark.parametrize(
    ("key", "name"), [(0, "p"), (1, "state"), (2, None), ("state", None)]
)
def test_arguments_of_a_wrapper_are_those_after_self(monkeypatch, key, name):
    """Around a bound method with a decorator, torch compiles ``inner(*args)``."""
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", OPTIMIZER)]))
    frame = SimpleNamespace(file="/x/site-packages/torch/_dynamo/external_utils.py")
    monkeypatch.setattr(argument_items, "function_name", lambda *_: "Adam.update")
    value = SimpleNamespace(root="args", parts=[Part(ITEM, key), Part(ITEM, "step")])
    found = parameter_of(SimpleNamespace(run=run, frame=frame), value)
    assert (found.name if found else None) == name
    assert found is None or found.keys == ["step"]
