"""The flow charts that lie in the directory, for people who paste them elsewhere."""

from __future__ import annotations

import re

import pytest

from depyf.model.build import fold
from depyf.model.events import RunStarted
from depyf.render.files import flow_files, generated_files
from depyf.render.index import index_md
from depyf.torch_text.names import CompileId

from .journal import entry, nasty_run, recorded
from .test_drawing_flow import flow_mermaid, flow_svg

ONE = recorded("toy_training")
RESUMED = {frame.co_name for frame in ONE.frames if frame.parent is not None}


def functions(*names):
    """Return a run in which these functions were compiled."""
    return fold(
        [
            RunStarted(None),
            *(
                entry(CompileId(at, 0), name, 0, f"def f(): return {at}")
                for at, name in enumerate(names)
            ),
        ]
    )


def written(run, read_back=lambda _name: None):
    return {name: make_text() for name, make_text in flow_files(run, read_back)}


def test_one_function_has_one_chart_drawn_and_as_mermaid():
    assert RESUMED  # functions of torch's are in the chart of the one they continue
    assert written(ONE) == {"flow.svg": flow_svg(ONE), "flow.mmd": flow_mermaid(ONE)}


def test_of_several_functions_each_has_its_own_named_as_its_full_code():
    run = functions("ask", "tell", "<lambda>")
    texts = written(run)
    stems = [name for name in texts if name.endswith(".svg")]
    assert stems == [
        "flow_for_ask_0.svg",
        "flow_for_tell_0.svg",
        "flow_for_lambda_0.svg",
    ]
    assert {name[:-4] for name in texts} == {name[:-4] for name in stems}
    names = {name for name, _ in generated_files(run)}
    for stem in stems:
        full_code = stem.replace("flow_for", "full_code_for").replace(".svg", ".py")
        assert {stem, full_code} <= names
    assert "call tell" in texts["flow_for_tell_0.mmd"]
    assert "call ask" not in texts["flow_for_tell_0.mmd"]


def test_a_chart_of_when_there_was_one_function_tells_of_all_that_came_after():
    run = functions("ask", "tell")
    texts = written(run, {"flow.svg": "old"}.get)
    assert "flow_for_ask_0.svg" in texts
    assert "call ask" in texts["flow.mmd"]
    assert "call tell" in texts["flow.mmd"]


def test_where_nothing_was_compiled_nothing_is_drawn():
    assert written(fold([RunStarted(None)])) == {}


def test_the_names_in_a_chart_become_no_markup():
    for text in written(nasty_run()).values():
        assert not re.search(r"<script|<img", text)


@pytest.mark.parametrize("run", [ONE, functions("ask", "tell"), nasty_run()])
def test_the_index_leads_to_a_chart_that_is_there(run):
    names = {name for name, _ in generated_files(run)}
    linked = re.findall(r"\]\((flow[^)]*\.svg)\)", index_md(run))
    assert len(linked) == 1
    assert set(linked) <= names
