"""The data of the page: graphs, kernels, spans; whole and in parts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from depyf.model.build import fold
from depyf.model.edit_tried import EditPart
from depyf.model.events import CacheLookup, Metrics, RunStarted
from depyf.model.findings import findings
from depyf.model.graph_nodes import compilation_nodes
from depyf.model.stages import CAPTURED
from depyf.render.graph_data import graph_data
from depyf.render.html import stored
from depyf.render.page_data import page_parts
from depyf.render.run_texts import RunTexts
from depyf.render.spans import clock_of, spans_of
from depyf.torch_text.names import CompileId
from tests.findings.test_recorded import recorded as problem
from tests.findings.test_tried import tried
from tests.page import joined

from .journal import entry, nasty_run, recorded

RUNS = {
    "toy": recorded("toy_training"),
    "breaks": recorded("breaks_and_recompiles"),
    "nasty": nasty_run(),
}
FIRST_EDIT = {"verdict": "kept", "what": "a", "diff": "-a\n+b\n"}
TOY = joined(page_parts(RunTexts(RUNS["toy"])))
FIRST = TOY["details"]["f0"]["compilations"][0]


def test_the_lines_of_functions_are_those_that_their_texts_have():
    frame = RUNS["toy"].frames[0]
    last = frame.first_line + len(frame.original_source.rstrip().splitlines()) - 1
    assert TOY["functions"] == {frame.file: [[frame.first_line, last]]}


def test_the_call_that_compiles_a_function_is_in_the_page():
    run = problem("static_options")
    calls = page_parts(RunTexts(run))["base"]["compile_calls"]
    assert calls["f0"] == {
        "file": "/home/user/static_options.py",
        "line": 12,
        "text": "torch.compile(function, **OPTIONS)",
    }


def edits_of(run):
    return page_parts(RunTexts(run))["base"]["edits"]


def test_each_edit_that_was_tried_is_told_once_also_without_a_finding():
    run, finding = RUNS["breaks"], findings(RUNS["breaks"]).findings[0]
    first = tried(run, finding, **FIRST_EDIT)
    again = tried(first, replace(finding, rule="other"), **FIRST_EDIT)
    parts = (EditPart("b", "nothing"), EditPart("c", "graph breaks 2 -> 0"))
    last = tried(
        again, finding, aim=None, verdict="kept", what="b; then c", parts=parts
    )
    one, other = edits_of(last)
    assert (one["what"], one["diff"]) == ("a", FIRST_EDIT["diff"])
    assert "file" not in one
    (placed,) = edits_of(tried(run, finding, **FIRST_EDIT, file="/a/main.py"))
    assert placed["file"] == "/a/main.py"
    assert other["parts"][1] == {"what": "c", "why": "graph breaks 2 -> 0"}
    assert "edits" not in page_parts(RunTexts(run))["base"]


def test_recompiles_are_tied_to_their_reasons_and_findings():
    run = problem("train_and_eval")
    base = page_parts(RunTexts(run))["base"]
    ties = base["recompiles"]
    again = {
        str(one.id): one.recompile
        for frame in run.frames
        for one in frame.compilations
        if one.recompile
    }
    assert again
    assert ties["reasons"].keys() == again.keys()
    assert all(at < len(again[name]) for name, at in ties["reasons"].items())
    told = {one for ids in (*ties["findings"], *ties["expected"]) for one in ids}
    assert told <= again.keys()
    assert told
    assert len(ties["findings"]) == len(base["findings"])
    assert len(ties["expected"]) == len(base["expected"])


def by_name(data, name):
    return next(one for one in data["nodes"] if one["name"] == name)


def test_a_graph_is_nodes_with_lines_and_bytes():
    forward = next(g for g in FIRST["graph_data"] if g["stage"] == "Forward_graph")
    assert forward["file"] == "__compiled_fn_1.Forward_graph.0.py"
    assert not forward["backward"]
    div = by_name(forward, "div")
    assert div == {
        "name": "div",
        "kind": "operator",
        "label": "aten.div.Tensor",
        "type": "f32[10]",
        "takes": [0, 3],
        "parameters": [],
        "module": "",
        "shown": div["shown"],
        "places": [{"file": "/home/user/toy.py", "line": 4}],
        "bytes": 40,
        "until": 7,
    }
    text = TOY["texts"][TOY["files"][forward["file"]]]
    assert text.split("\n")[div["shown"] - 1].lstrip().startswith("div: ")


def test_what_the_forward_saves_stands_with_it_and_with_no_other_stage():
    saved = {g["file"]: g["saved"] for g in FIRST["graph_data"] if g["saved"]}
    assert list(saved) == ["__compiled_fn_1.Forward_graph.0.py"]
    (names,) = saved.values()
    assert names == [{"name": "primals_1", "bytes": 40, "argument": "a"}]


def test_a_kernel_names_its_nodes_and_the_lines_where_it_is_made_and_called():
    for kernel in FIRST["kernel_data"]:
        graph = next(g for g in FIRST["graph_data"] if g["file"] == kernel["graph"])
        assert set(kernel["nodes"]) <= {one["name"] for one in graph["nodes"]}
        lines = TOY["texts"][TOY["files"][kernel["file"]]].split("\n")
        made, called = (lines[number - 1] for number in kernel["shown"])
        assert made.startswith(f"{kernel['kernel']} = async_compile.")
        assert called.strip().startswith(f"{kernel['kernel']}(")
    assert [g["graph"].split(".")[2] for g in FIRST["kernel_data"]] == ["0", "1"]


def test_bytes_and_last_uses_of_nodes_add_up_to_what_is_alive():
    """``x = a / (torch.abs(a) + 1)`` of ten numbers: two of them, beside the input."""
    forward = next(g for g in FIRST["graph_data"] if g["stage"] == "Forward_graph")
    live = [0] * len(forward["nodes"])
    for position, node in enumerate(forward["nodes"]):
        if node["kind"] != "input":
            for at in range(position, node.get("until", position) + 1):
                live[at] += node.get("bytes", 0)
    assert max(live) == 80
    assert forward["nodes"][live.index(80)]["name"] == "add"


def test_a_node_of_several_operations_names_them_in_the_captured_graph():
    (frame,) = recorded("unet_training").frames
    nodes = compilation_nodes(frame.compilations[0], frame)
    graphs = graph_data(frame.compilations[0], nodes, lambda _text: 0, frame)
    captured = next(one for one in nodes if one.graph.stage == CAPTURED)
    for own, graph in zip(nodes, graphs):
        columns = graph["nodes"]
        each = zip(own.nodes, columns["source"], columns["perhaps"])
        for node, source, perhaps in each:
            assert source is None or perhaps is None
            if perhaps is not None:
                sources = columns["perhaps_lists"][perhaps]
                lines = {captured.nodes[at].places[-1] for at in sources}
                assert len(sources) > 1
                assert lines == {node.places[-1]}
    assert any(graph["nodes"]["perhaps_lists"] for graph in graphs)


@pytest.mark.parametrize("name", RUNS)
def test_nodes_hold_what_the_model_tells_of_each_node(name):
    made = RunTexts(RUNS[name])
    details = joined(page_parts(made))["details"]
    for position, frame in enumerate(made.run.frames):
        for at, compilation in enumerate(frame.compilations):
            told = details[f"f{position}"]["compilations"][at]["graph_data"]
            graphs = compilation_nodes(compilation, frame)
            assert [[*map(shown, one["nodes"])] for one in told] == [
                [*map(known, one.nodes)] for one in graphs
            ]


def shown(node):
    places = [(one["file"], one["line"]) for one in node["places"]]
    rest = (node["name"], node["shown"], node.get("bytes"), node.get("until"))
    return (*rest, node["takes"], places, node.get("home", ""))


def known(node):
    places = [(one.file, one.line) for one in node.places]
    rest = (node.name, node.shown, node.bytes, node.until)
    return (*rest, [*node.takes], places, node.home)


@pytest.mark.parametrize("name", RUNS)
def test_each_file_stands_in_one_part_and_the_page_knows_in_which(name):
    made = RunTexts(RUNS[name])
    parts = page_parts(made)
    assert list(parts) == ["base", *joined(parts)["details"], "rest"]
    named = stored(parts)["files"]
    files = {
        file: part["texts"][part["files"][file]]
        for part_name, part in parts.items()
        for file in named.get(part_name, [])
    }
    assert files == made.files
    assert sum(map(len, named.values())) == len(files)


@pytest.mark.parametrize("name", RUNS)
def test_a_part_needs_no_other_to_show_its_texts(name):
    for part_name, part in page_parts(RunTexts(RUNS[name])).items():
        numbers = [*part.get("files", {}).values()]
        numbers += [one["text"] for one in part.get("sources", {}).values()]
        for detail in part.get("details", {}).values():
            numbers += [detail["source"], detail["full_code"], detail["own_source"]]
        known = [number for number in numbers if number is not None]
        assert part_name == "base" or all(n < len(part["texts"]) for n in known)


def test_a_small_page_is_not_packed_and_a_large_one_is_in_every_part():
    small = stored(page_parts(RunTexts(nasty_run())))
    large = stored(page_parts(RunTexts(RUNS["toy"])))
    assert "schema" in small["base"]
    assert list(large["base"]) == ["lines"]
    assert {(*one,) for one in large["parts"].values()} == {("packed", "texts")}


FIRST_ID, SECOND_ID = CompileId(0, 0), CompileId(0, 1)
TIMES = {
    "dynamo_cumulative_compile_time": 4.0,
    "aot_autograd_cumulative_compile_time": 3.0,
    "inductor_cumulative_compile_time": 2.0,
}


def timed(*more):
    return fold(
        [
            RunStarted(None),
            entry(FIRST_ID, "f", 0, "def f(): pass", qualified_name="Net.f"),
            Metrics(FIRST_ID, seconds=5.0, times=TIMES),
            *more,
        ]
    )


def test_a_phase_lies_at_the_end_of_the_one_around_it():
    found = [(one.name, one.start, one.seconds, one.depth) for one in spans_of(timed())]
    assert found == [
        ("Net.f", 0.0, 5.0, 0),
        ("Dynamo", 1.0, 4.0, 1),
        ("AOTAutograd", 2.0, 3.0, 2),
        ("Inductor", 3.0, 2.0, 3),
    ]


def test_a_backend_that_lowers_nothing_has_no_autograd_phase():
    """Torch gives the time of any backend under the name of AOTAutograd."""
    times = {name: took for name, took in TIMES.items() if "inductor" not in name}
    metrics = Metrics(FIRST_ID, seconds=5.0, times=times)
    compilation = fold([entry(FIRST_ID, "f", 0, "def f(): pass"), metrics])
    names = [one.name for one in spans_of(compilation) if one.depth]
    assert names == ["Dynamo", "backend"]


def test_compilations_stand_end_to_end_a_backward_behind_its_forward():
    backward = Metrics(FIRST_ID, seconds=1.0, backward=True)
    second = entry(SECOND_ID, "f", 1, "def f(): pass", code_key="f0")
    later = Metrics(SECOND_ID, seconds=2.0)
    found = [one for one in spans_of(timed(backward, second, later)) if not one.depth]
    assert [(one.start, one.compilation, one.at) for one in found] == [
        (0.0, "0/0", 0),
        (5.0, "0/0", 0),
        (6.0, "0/1", 1),
    ]
    assert found[1].name == "Net.f, backward"


def test_compilations_stand_where_they_began_if_torch_tells_of_all():
    run = fold(
        [
            RunStarted(None),
            entry(FIRST_ID, "f", 0, "def f(): pass"),
            Metrics(FIRST_ID, seconds=2.0, started=1000.0),
            Metrics(FIRST_ID, seconds=1.0, started=1060.0, backward=True),
        ]
    )
    assert clock_of(run) == 1000.0
    assert [one.start for one in spans_of(run)] == [0.0, 60.0]
    assert clock_of(timed()) is None


def test_a_cache_is_told_in_the_phase_in_which_it_is_asked():
    found = spans_of(
        timed(
            CacheLookup(FIRST_ID, "aot_autograd", "miss"),
            CacheLookup(FIRST_ID, "fx_graph", "hit"),
        )
    )
    assert {one.name: one.cache for one in found} == {
        "Net.f": "",
        "Dynamo": "",
        "AOTAutograd": "miss",
        "Inductor": "hit",
    }


def test_of_several_answers_the_gravest_is_told():
    lookups = [CacheLookup(FIRST_ID, "fx_graph", one) for one in ("hit", "miss")]
    found = spans_of(timed(*lookups))
    assert [one.cache for one in found if one.name == "Inductor"] == ["miss"]


def test_where_torch_tells_no_phase_there_is_the_whole():
    assert [one.depth for one in spans_of(RUNS["toy"])] == [0] * len(
        spans_of(RUNS["toy"])
    )
    assert spans_of(RUNS["toy"])[0].cache == "miss"
    assert spans_of(fold([RunStarted(None)])) == []


def test_the_page_is_told_which_findings_are_about_recompiles():
    data = page_parts(RunTexts(RUNS["breaks"]))["base"]
    about = {one["rule"] for one in data["findings"]} & {*data["recompile_rules"]}
    assert about == {"varying-argument"}
