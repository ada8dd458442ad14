"""An object that a line replaces is a problem from the second replacement on."""

from __future__ import annotations

import pytest

from tests.findings.traced import told

ADAPTER = """class Adapter:
    def __init__(self):
        self.optimizer = None

    def {name}(self, task):
        {target} = {made}(task.lr)
        {last}

    def adapt(self, task):
        self.{name}(task)
        update(self.optimizer)
"""
UPDATE = """def update(optimizer):
    optimizer.step()
"""
FAILED = "___check_obj_id(L['optimizer'], 7), type=<class 'm.Momentum'>"


def rule(name, target, last="self.count = 0", times=2, made="Momentum"):
    files = {
        "adapter": ADAPTER.format(name=name, target=target, last=last, made=made),
        "steps": UPDATE,
    }
    call = "update(self.optimizer)"
    found = told(files, "update", FAILED, call=call, times=times)
    return getattr(found, "rule", "settled")


def test_a_line_outside_init_creates_it_again():
    assert rule("begin", "self.optimizer") == "object-created-again"


def test_one_replacement_may_be_the_last():
    assert rule("begin", "self.optimizer", times=1) == "settled"


@pytest.mark.parametrize(
    ("name", "target", "last"),
    [
        ("__init__", "self.optimizer", "self.count = 0"),  # one for each owner
        ("build", "self.optimizer = made", "return made"),  # one for each caller
    ],
)
def test_objects_of_owners_or_callers_are_expected(name, target, last):
    assert rule(name, target, last) == "settled"


def test_a_function_may_return_an_object_that_exists():
    assert rule("begin", "self.optimizer", made="chosen") == "settled"
