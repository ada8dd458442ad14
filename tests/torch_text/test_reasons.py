"""What kind of break torch tells of, and what it names."""

from __future__ import annotations

import pytest

from depyf.torch_text.break_words import operator_without_fake
from depyf.torch_text.reasons import (
    BreakKind,
    FailureKind,
    break_reason,
    failed_guards,
    failure_kind,
    printed_break,
)


@pytest.mark.parametrize(
    ("said", "kind", "function"),
    [
        ({"reason": "Data-dependent branching"}, BreakKind.BRANCH, ""),
        (
            {
                "reason": "Failed to trace builtin operator",
                "explanation": "Dynamo does not know how to trace builtin operator "
                "`open` with argument types ['str']",
                "hints": ["Avoid calling builtin `open` with argument types"],
            },
            BreakKind.BUILTIN,
            "open",
        ),
        (
            {
                "reason": "Attempted to call function marked as skipped",
                "explanation": "Dynamo developers have intentionally marked that the "
                "function `call` in file `/a.py` should not be traced.",
            },
            BreakKind.SKIPPED,
            "call",
        ),
        (
            {
                "reason": "logging.Logger method not supported for non-export cases",
                "context": "method: <Logger a (WARNING)>.warning, args: []",
            },
            BreakKind.LOGGING,
            "warning",
        ),
    ],
)
def test_a_break_is_of_a_kind_and_names_a_function(said, kind, function):
    found = break_reason(**said)
    assert (found.kind, found.function) == (kind, function)


def test_a_setting_that_torch_advises_is_read():
    hint = "Set torch._dynamo.config.capture_scalar_outputs = True to trace it."
    found = break_reason("Unsupported Tensor.item() call", hints=["Please ask.", hint])
    assert found.setting is not None
    assert found.setting.hint == found.hint == hint


def test_an_error_that_is_a_break_is_read_like_one():
    found = printed_break(
        "Unsupported\n  Explanation: It is not\n    so.\n\n  More.\n"
        "  Hint: Do\n    it.\n  Hint: Or not.\n\n  Developer debug context: x\n"
    )
    assert found.summary == "It is not so."
    assert found.hints == ("Do it.", "Or not.")


@pytest.mark.parametrize(
    ("error", "text", "kind"),
    [
        ("Unsupported", "Data-dependent branching", FailureKind.ONE_GRAPH),
        ("", "cache_size_limit reached", FailureKind.LIMIT),
        ("KeyError", "'a'", FailureKind.OTHER),
    ],
)
def test_why_a_function_was_not_compiled(error, text, kind):
    assert failure_kind(error, text) is kind


def test_an_error_names_the_guards_that_failed():
    assert failed_guards("because of guard failure(s):\n  - 0/0: x\n") == ["0/0: x"]
    assert failed_guards("KeyError: - a") == []


def test_a_setting_is_read_where_torch_leaves_out_config():
    """Torch's hint on `backward` names what can be assigned and changes nothing."""
    said = break_reason("x", hints=["Set torch._dynamo.trace_autograd_ops=True"])
    assert said.setting is not None
    assert said.setting.statement == "torch._dynamo.config.trace_autograd_ops = True"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "unsupported operator: pointpool.scatter_min.default",
            "pointpool::scatter_min",
        ),
        ("unsupported operator: aten.nonzero_numpy.default", ""),
        ("no fake impl registered for <CustomOpDef(a::b)>", "a::b"),
    ],
)
def test_the_operator_that_needs_a_fake_implementation(text, name):
    """Operators of torch have none on purpose: their results depend on values."""
    assert operator_without_fake(f"Operator does not support it\n  {text}") == name
