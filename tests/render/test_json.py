"""What ``summary.json`` says, in a reader's names."""

from __future__ import annotations

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.render.index_findings import findings_json
from depyf.render.json import summary
from depyf.render.page_data import page_parts
from depyf.render.run_texts import RunTexts
from depyf.torch_text.names import CompileId
from tests.findings.test_recorded import recorded as problem
from tests.render.journal import entry


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


def test_seconds_are_rounded_once_by_those_who_show_them():
    first = CompileId(0, 0)
    run = fold([entry(first, "f", 0, "def f(): pass"), ev.Metrics(first, 76.749594)])
    data = page_parts(RunTexts(run))["base"]
    shown = data["totals"]["compile_seconds"], data["overview"][0]["seconds"]
    assert [f"{one:.1f}" for one in shown] == ["76.7", "76.7"]


def test_a_break_in_a_library_has_the_line_that_breaks_and_the_one_that_leads_there():
    (found,) = findings_json(problem("library_branch"))
    assert found["line"]["file"] == "/home/user/library_branch.py"
    assert found["library_line"]["text"].startswith("if error_if_nonfinite")
    own = findings_json(problem("helper_item"))
    assert own
    assert all("library_line" not in one for one in own)
