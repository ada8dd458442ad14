"""Findings that one edit cures are one finding."""

from __future__ import annotations

import pytest

from depyf.model import findings
from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.findings.rule import Finding
from depyf.model.findings.tensor_changes import changes_of_parameters
from depyf.torch_text.questions import GuardKind
from tests.findings.traced import lines, told

LINE = SourceLine("/home/user/a.py", 7, text="self.seen += 1")
SETTING = "torch._dynamo.config.allow_unspec_int_on_nn_module = True"


def merged(*edits, rule="changed-attribute"):
    found = [
        Finding(rule=rule, subject=f"A.f{n}", where=LINE, edit=edit, frames=(f"{n}",))
        for n, edit in enumerate(edits)
    ]
    return list(findings._merged(found))


def test_a_setting_that_cures_a_line_for_two_functions_is_told_once():
    [one] = merged(SETTING, SETTING)
    assert one.also == "it also recompiles `A.f1`"


def test_seconds_of_one_function_add_up_unless_the_recompiles_are_the_same():
    def found(*ids):
        return Finding(
            rule="varying-number", subject="f", where=LINE, edit="x = 1", seconds=2.0,
            recompiles=1, frames=("0",), compilations=ids,
        )  # fmt: skip

    [one] = findings._merged([found("0/1"), found("0/2")])
    assert (one.seconds, one.recompiles) == (4.0, 2)
    [one] = findings._merged([found("0/1"), found("0/1")])
    assert (one.seconds, one.recompiles) == (2.0, 1)


def test_other_edits_are_told_for_each_function():
    assert len(merged("self.x = 1", "self.x = 1")) == 2
    assert len(merged(SETTING, "torch._dynamo.config.x = 1")) == 2


POLICY = """\
def apply(net, client):
    for name, p in net.named_parameters():
        p.requires_grad_(name in client)
    net.head.weight.requires_grad = True
"""


def test_few_lines_that_freeze_parameters_are_what_made_them_differ():
    files = [ProgramFile(None, file="/home/user/policy.py", text=POLICY)]
    lines = changes_of_parameters(files, GuardKind.REQUIRES_GRAD)
    assert [line.line for line in lines] == [3, 4]
    assert not changes_of_parameters(files, GuardKind.DTYPE)
    many = POLICY + "    net.x.requires_grad = True\n" * 3
    files = [ProgramFile(None, file="/home/user/policy.py", text=many)]
    assert not changes_of_parameters(files, GuardKind.REQUIRES_GRAD)


OPTICS = """class Optics(Module):
    def __init__(self):
        self.probe = Parameter(ones(3))
    def forward(self, x):
        return x * self.probe
"""
SCHEDULE = """def apply(model, it):
    for name, param in model.named_parameters():
        param.requires_grad_(it > 3)
"""


def test_a_schedule_is_the_origin_not_where_the_parameter_was_made():
    path = "L['self']._parameters['probe']"
    one = told(
        {"optics": OPTICS, "schedule": SCHEDULE},
        "Optics.forward",
        f"{path}.requires_grad == True",
        said=f"tensor '{path}' requires_grad mismatch. expected requires_grad=1",
    )
    assert lines(one) == ["param.requires_grad_(it > 3)"]


@pytest.mark.parametrize("line", ["optimizer.step()", "autograd.grad(loss, params)"])
def test_only_a_program_with_an_optimizer_can_leave_out_gradients_before_its_step(line):
    """One that calls `autograd.grad` may choose by `requires_grad` what it trains."""
    path = "L['self']._parameters['probe']"
    one = told(
        {
            "optics": OPTICS,
            "train": f"def train(optimizer, loss, params):\n    {line}\n",
        },
        "Optics.forward",
        f"{path}.requires_grad == True",
        said=f"tensor '{path}' requires_grad mismatch. expected requires_grad=1",
    )
    assert ("optimizer's step" in one.note) == line.startswith("optimizer")
