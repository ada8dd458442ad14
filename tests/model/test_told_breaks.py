"""A failing backend is one break, with the backend's error."""

from __future__ import annotations

from depyf.model.compilations import _distinct_breaks
from depyf.model.events import GraphBreak, SourceLine
from depyf.torch_text.reasons import BreakKind, break_reason

HERE = (SourceLine("a.py", 3),)
ID = None


def test_a_report_without_a_reason_repeats_another():
    repeated = GraphBreak(ID, text="WON'T CONVERT f a.py line 3")
    told = GraphBreak(ID, reason="Backend compiler exception", user_stack=HERE)
    assert _distinct_breaks([repeated, told]) == (told,)
    assert _distinct_breaks([repeated]) == (repeated,)


def test_an_error_of_the_backend_is_a_kind_of_break():
    said = break_reason("Backend compiler exception")
    assert said.kind is BreakKind.BACKEND


def test_an_observed_exception_is_named():
    context = "raised exception TypeError(\"unhashable type: 'numpy.ndarray'\")"
    said = break_reason("Observed exception", context=context)
    assert said.error == "TypeError(\"unhashable type: 'numpy.ndarray'\")"
