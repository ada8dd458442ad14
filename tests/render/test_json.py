"""What ``summary.json`` says, in a reader's names."""

from __future__ import annotations

from depyf.render.json import summary
from tests.findings.test_recorded import recorded as problem


def test_what_crosses_a_break_is_named_by_its_line_in_reasons_too():
    frames = summary(problem("best_value"))["frames"]
    told = [
        reason["text"]
        for frame in frames
        for one in frame["compilations"]
        for reason in one.get("recompiled_because", ())
    ]
    assert any(
        text.startswith("float(loss) of best_value.py:13 == ") for text in told
    ), told
    assert not any("___stack" in text for text in told)
