"""Schedules of `requires_grad`, context variables and inference tensors."""

from __future__ import annotations

import sys
import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.frozen_parts import gradients_dropped
from depyf.curing.program_files import ProgramFiles
from depyf.curing.state_edits import without_inference
from depyf.model.findings.causes import Scope
from depyf.torch_text.questions import GuardKind
from tests.curing.test_break_edits import TIME, tried


def edited(folder, source, way, kind):
    source = textwrap.dedent(source).lstrip()
    file = folder / "main.py"
    file.write_text(source)
    files = ProgramFiles(str(folder), str(file), {})
    first = SimpleNamespace(kind=kind, scope=Scope.ATTRIBUTE, expected="", actual="")
    first.guard = SimpleNamespace(text="")
    case = Case(files, SimpleNamespace(first=first), "finding", (str(file),))
    return [files.edited(one.edits).text(str(file)) for one in way(case)]


class Net:
    """Two parameters that require gradients, unless somebody says otherwise."""

    def __init__(self):
        self.own = [SimpleNamespace(name=one, requires_grad=True) for one in "ab"]

    def parameters(self):
        return self.own

    def named_parameters(self):
        return [(one.name, one) for one in self.own]


SCHEDULE = """
    import torch
    def freeze(module, flag):
        for one in module.parameters():
            one.requires_grad = flag
    def train(loss, opt, scheduler):
        loss.backward()
        opt.step()
        scheduler.step()
"""


def test_what_is_frozen_gets_no_gradients(tmp_path):
    [text] = edited(tmp_path, SCHEDULE, gradients_dropped, GuardKind.REQUIRES_GRAD)
    assert "parameter.is_frozen = not (flag)" in text
    assert "requires_grad" not in text
    assert "loss.backward()\n    for group in opt.param_groups:" in text


def test_a_program_that_filters_parameters_asks_what_is_frozen(
    tmp_path, a_torch_of_names
):
    source = """
        import torch
        def apply(net, chosen):
            for name, one in net.named_parameters():
                one.requires_grad_(name in chosen)
        def gradients(loss, net):
            used = [one for one in net.parameters() if one.requires_grad]
            return torch.autograd.grad(loss, used)
    """
    [text] = edited(tmp_path, source, gradients_dropped, GuardKind.REQUIRES_GRAD)
    values = {}
    exec(text, values)
    net = Net()
    values["apply"](net, {"a"})
    assert values["gradients"](None, net) == ["a"]
    assert all(one.requires_grad for one in net.parameters())
    values["apply"](net, {"a", "b"})
    assert values["gradients"](None, net) == ["a", "b"]


@pytest.fixture
def a_torch_of_names(monkeypatch):
    """The gradient of a parameter is its name."""
    grad = SimpleNamespace(grad=lambda _loss, used: [one.name for one in used])
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(autograd=grad))


def test_gradients_that_no_step_follows_stay(tmp_path):
    source = SCHEDULE.replace("opt.step()", "pass")
    assert not edited(tmp_path, source, gradients_dropped, GuardKind.REQUIRES_GRAD)
    assert not edited(tmp_path, SCHEDULE, gradients_dropped, GuardKind.SIZE)


def test_no_inference_tensors_are_made(tmp_path):
    source = """
        import torch
        @torch.inference_mode()
        def evaluate(x):
            with torch.inference_mode(x):
                return x
    """
    [text] = edited(tmp_path, source, without_inference, GuardKind.INFERENCE)
    assert "@torch.no_grad()" in text
    assert "with torch.inference_mode(x)" in text


def test_a_context_variable_becomes_an_object(tmp_path):
    source = """
        def f(x):
            return x * scale.get()  # here
        from contextvars import ContextVar
        scale = ContextVar("scale", default=2)
    """
    found = tried(tmp_path, source, "# here", TIME)
    [text] = [text for what, text in found.items() if "context variable" in what]
    values = {}
    exec(text, values)
    assert values["f"](3) == 6
    before = values["scale"].set(5)
    assert values["f"](3) == 15
    values["scale"].reset(before)
    assert values["f"](3) == 6


def test_a_context_variable_stays_one_where_threads_run(tmp_path):
    """Each thread has a value of its own, which an object would share."""
    source = """
        def f(x):
            return x * scale.get()  # here
        from concurrent.futures import ThreadPoolExecutor
        from contextvars import ContextVar
        scale = ContextVar("scale", default=2)
    """
    found = tried(tmp_path, source, "# here", TIME)
    assert not [what for what in found if "context variable" in what]
