"""Compilations that fail in a library, or at an attribute of a tensor's subclass."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.library_failures import (
    SUBCLASS_ATTRIBUTE,
    library_call,
    moved_call,
)

VECTORS = """\
class Vec(torch.Tensor):
    def __getattr__(self, name):
        return self[..., "xyz".index(name)]
"""
MISSING = "got AttributeError(\"'FakeTensor' object has no attribute 'x'\")"


def failure(text, reason="", line=2, failed="/usr/lib/python3.11/inspect.py"):
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", text)]))
    metrics = SimpleNamespace(fail_reason=reason, fail_line=SourceLine(failed, 2474))
    return SimpleNamespace(run=run, metrics=metrics, line=SourceLine("a.py", line))


def test_the_method_that_answers_in_eager_mode_is_named():
    one = failure(VECTORS, MISSING)
    assert SUBCLASS_ATTRIBUTE.when(one)
    assert SUBCLASS_ATTRIBUTE.why(one) == (
        "Torch does not trace `Vec.__getattr__` (a.py:2), which answers in eager mode."
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (VECTORS.replace("torch.Tensor", "Plain"), MISSING),
        (VECTORS.replace("__getattr__", "__getitem__"), MISSING),
        (VECTORS, "RuntimeError: shapes do not match"),
    ],
    ids=["no tensor", "another method", "another error"],
)
def test_other_failures_are_not_of_it(text, reason):
    assert not SUBCLASS_ATTRIBUTE.when(failure(text, reason))


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("args = inspect.getfullargspec(hook).args[1:]", "inspect.getfullargspec"),
        ("args = inspect.signature(one(hook))", "inspect.signature"),
        ("a, b = inspect.f(x), inspect.g(x)", ""),
        ("args = hook", ""),
    ],
)
def test_the_only_outer_call_on_the_line(line, call):
    one = failure(f"def log(hook):\n    {line}\n")
    assert library_call(one) == call
    if call:
        assert moved_call(one).note.startswith(f"move the call of `{call}` out")


def test_a_failure_in_the_program_itself_is_no_librarys():
    assert not library_call(failure("def f(x):\n    g(x)\n", failed="/home/user/a.py"))
