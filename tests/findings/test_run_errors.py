"""An error of compiled code that ends the program is a finding, and only once (525)."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.run_error_edits import of_run_error
from depyf.model.detail_events import ProgramError
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of

rules = import_module("depyf.model.findings.run_errors")  # the package has a function
KERNEL = "__compiled_fn_1.kernel_0.py"
TEXT = """expected size 4==4, stride 128==8 at dim=1
Error in op: torch.ops.aten.quantize_per_tensor.default
This error most often comes from a incorrect fake (aka meta) kernel for a custom op."""


def errors(monkeypatch, code=KERNEL, error="AssertionError", text=TEXT, failed=()):
    event = ProgramError(None, error=error, text=text, code=code)
    run = SimpleNamespace(facts=facts_of([event]), compilations=())
    failures = [
        SimpleNamespace(metrics=SimpleNamespace(fail_type=one)) for one in failed
    ]
    monkeypatch.setattr(rules, "failures", lambda _run: failures)
    return list(rules.run_errors(run))


def rule_of(one):
    return next(rule for rule in rules.RUN_ERROR_RULES if rule.applies(one))


@pytest.mark.parametrize("code", ["", KERNEL])
def test_what_generated_code_raises_is_told(monkeypatch, code):
    [one] = errors(monkeypatch, code)
    assert one.text == "expected size 4==4, stride 128==8 at dim=1"
    assert rule_of(one).name == "other-strides"
    assert rule_of(one).cure(one).note.startswith("compute with other operations")


def test_an_own_operator_has_a_wrong_fake(monkeypatch):
    [one] = errors(monkeypatch, text=TEXT.replace("aten.quantize", "mylib.quantize"))
    assert rule_of(one).cure(one).note.startswith("let its fake implementation")


@pytest.mark.parametrize(
    "other",
    [
        {"code": "__transformed_code_0_for_forward.py"},  # the program's own error
        {"error": "BackendCompilerFailed", "failed": ["BackendCompilerFailed"]},
    ],
)
def test_what_another_finding_or_the_program_tells_is_left_out(monkeypatch, other):
    assert errors(monkeypatch, **other) == []


def test_the_function_around_the_operator_is_kept_out(tmp_path):
    file = tmp_path / "main.py"
    file.write_text("import torch\ndef f(x):\n    return torch.quantize(x)\n")
    one = SimpleNamespace(
        name="main.py", operator="aten.quantize.default",
        raised=SimpleNamespace(text=TEXT), called_at=SourceLine(str(file), 3),
    )  # fmt: skip
    files = ProgramFiles(str(tmp_path), str(file), {})
    [proposal] = of_run_error(one, files)
    text = files.edited(proposal.edits).text(str(file))
    assert "@torch.compiler.disable\ndef f(x):" in text


BACKWARD = (
    "It looks like you're trying to call a compiled backward function within "
    "vmap/grad/vjp, which isn't supported."
)


def test_a_transform_that_calls_a_compiled_backward_is_named(monkeypatch):
    """The error is raised where the gradient is taken, one function inside (566)."""
    [one] = errors(monkeypatch, error="RuntimeError", text=BACKWARD)
    stack = (
        SourceLine("/me/jacobian.py", 15, "jacobian", "return torch.vmap(rows)(basis)"),
        SourceLine("/me/jacobian.py", 6, "rows", "return autograd.grad(out)"),
    )
    one = replace(one, raised=replace(one.raised, user_stack=stack))
    assert rule_of(one).name == "gradient-in-transform"
    assert rule_of(one).where(one) == stack[0]
    assert (
        rule_of(one).cure(one).note.startswith("compile `jacobian` at jacobian.py:15")
    )
