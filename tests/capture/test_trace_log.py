"""`depyf report` on logs of TORCH_TRACE: what the log says, nothing more, no torch."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from depyf.capture.trace_log import TraceLog
from depyf.cli.main import main
from depyf.model import events as ev
from depyf.reading.left_out import LeftOut
from depyf.torch_text.trace import read_records

HEAD = "V0331 17:02:11.123456 4711 torch/_dynamo/some.py:12] "
IDS = {"frame_id": 0, "frame_compile_id": 0, "attempt": 0}
TREE = """
TREE_GUARD_MANAGER:
+- RootGuardManager
| +- DEFAULT_DEVICE: utils_device.CURRENT_DEVICE == None   # _dynamo/guards.py:7 in f
| +- GuardManager: source=L['x'], accessed_by=FrameLocalsGuardAccessor(key='x')
| | +- TENSOR_MATCH: check_tensor(L['x'], Tensor, size=[2])  # y = x + 1  # a.py:5 in f
| | +- NO_TENSOR_ALIASING

Guard latency = 98.80 us"""
GRAPH = """class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[2]"):
        # File: /nowhere/a.py:5 in f, code: y = x + 1
        y: "f32[2]" = L_x_ + 1
        return (y,)"""
BREAK = """Graph break in user code at /nowhere/a.py:6
Graph Break Reason: Data-dependent branching
  Explanation: Detected data-dependent branching.
  Hint: Use `torch.cond`.

User code traceback:
  File "/nowhere/a.py", line 6, in f
    if y.sum() > 0:
"""


def record(about, payload="", **ids):
    lines = [HEAD + json.dumps({**about, **ids, "has_payload": "00"})]
    lines += ["\t" + line for line in payload.split("\n")] if payload else []
    return "".join(f"{line}\n" for line in lines)


def artifact(name):
    return {"artifact": {"name": name, "encoding": "string"}}


def frame(name, line, **ids):
    stack = [{"line": line, "name": name, "filename": 3}]
    return record({"dynamo_start": {"stack": stack}}, **ids)


def compiled(**ids):
    return record({"compilation_metrics": {"has_guarded_code": True}}, **ids)


RESUMED = {"frame_id": 1, "frame_compile_id": 0, "attempt": 0}
LOG = (
    record(artifact("torch_version"), '{"pytorch_version": "2.13.0"}')
    + record({"str": ["/nowhere/a.py", 3]})
    + frame("f", 4, **IDS)
    + record({"dynamo_output_graph": {}}, GRAPH, **IDS)
    + record(artifact("dynamo_graph_break_reason"), BREAK, **IDS)
    + record({"dynamo_cpp_guards_str": {}}, TREE, **IDS)
    + compiled(**IDS)
    + frame("torch_dynamo_resume_in_f_at_6", 6, **RESUMED)
    + compiled(**RESUMED)
)


@pytest.fixture
def log(tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "dedicated_log_torch_trace_x.log").write_text(LOG, encoding="utf-8")
    return folder


def events(text, tmp_path):
    path = tmp_path / "one.log"
    path.write_text(text, encoding="utf-8")
    found = TraceLog()
    found.read(path)
    return found.events


def of(kind, found):
    return [event for event in found if isinstance(event, kind)]


def test_payloads_keep_their_lines():
    lines = record({"a": 1}, "x\n\n\ty").splitlines()
    found = list(read_records(enumerate(lines, start=1), LeftOut()))
    assert [one.body for one in found] == ["x\n\n\ty"]


def test_guards_are_read_from_the_tree(tmp_path):
    [guards] = of(ev.GuardsReported, events(LOG, tmp_path))
    assert [(part.kind, part.expression) for part in guards.parts] == [
        ("DEFAULT_DEVICE", "utils_device.CURRENT_DEVICE == None"),
        ("TENSOR_MATCH", "check_tensor(L['x'], Tensor, size=[2])"),
    ]
    assert guards.parts[1].user_line.line == 5


def test_an_entry_leads_to_the_resume_function_of_its_break(tmp_path):
    first, second = of(ev.TransformedCode, events(LOG, tmp_path))
    assert [link.co_name for link in first.resumes] == ["torch_dynamo_resume_in_f_at_6"]
    assert (first.qualified_name, first.original_first_line) == ("f", 4)
    assert second.resumes == ()


def test_a_compilation_that_failed_has_no_entry(tmp_path):
    failed = record({"compilation_metrics": {"has_guarded_code": False}}, **IDS)
    text = record({"str": ["/nowhere/a.py", 3]}) + frame("f", 4, **IDS) + failed
    assert not of(ev.TransformedCode, events(text, tmp_path))


def test_lines_that_are_no_records_are_counted_and_lose_nothing_else(tmp_path):
    found = events(LOG.replace("\n", "\nnoise {\n", 1), tmp_path)
    assert len(of(ev.TransformedCode, found)) == 2
    assert any(
        n.text.startswith("1 line of the log was not read: not a record (1 line,")
        for n in of(ev.Note, found)
    )


def test_a_log_that_ends_in_the_middle_is_read_so_far(tmp_path):
    cut = LOG[: LOG.index("compilation_metrics") + 30]
    found = events(cut, tmp_path)
    assert len(of(ev.GuardsReported, found)) == 1
    assert len(of(ev.TransformedCode, found)) == 1


def test_the_report_of_a_log_leads_from_the_line_to_the_graph(log, capsys):
    assert main(["report", str(log)]) == 0
    folder = log / "depyf_report"
    assert f"depyf: open {folder / 'index.md'} first" in capsys.readouterr().out
    index = (folder / "index.md").read_text(encoding="utf-8")
    assert "torch 2.13.0" in index
    assert "graph break at a.py:6" in index
    assert "a TORCH_TRACE log does not hold bytecode" in index
    assert GRAPH.splitlines()[3] in (
        folder / "compilation_0_0.Captured_Graph.0.py"
    ).read_text(encoding="utf-8")
    for path in folder.glob("*.py"):
        compile(path.read_text(encoding="utf-8"), path.name, "exec")


def ddp_piece(name, line):
    text = GRAPH.replace("a.py:5", f"a.py:{line}")
    return record({"optimize_ddp_split_child": {"name": name}}, text, **IDS)


def test_graphs_that_are_cut_for_data_parallel_training_are_told(log):
    pieces = ddp_piece("submod_0", 5) + ddp_piece("submod_1", 7)
    begun, ended = LOG.split(record({"dynamo_cpp_guards_str": {}}, TREE, **IDS))
    path = log / "dedicated_log_torch_trace_x.log"
    path.write_text(begun + pieces + ended, encoding="utf-8")
    main(["report", str(log)])
    report = log / "depyf_report"
    told = "runs: `submod_0` (a.py:5), `submod_1` (a.py:7)"
    index = " ".join((report / "index.md").read_text(encoding="utf-8").split())
    assert index.count("split into 2 graphs for DistributedDataParallel") == 1
    assert told in index
    summary = json.loads((report / "summary.json").read_text(encoding="utf-8"))
    (compilation,) = summary["frames"][0]["compilations"]
    names = [piece["name"] for piece in compilation["ddp_piece"]]
    assert names == ["submod_0", "submod_1"]


def test_each_rank_gets_a_folder_and_the_first_names_them(log):
    for rank in (1, 0):
        path = log / f"dedicated_log_torch_trace_rank_{rank}_z.log"
        path.write_text(LOG.replace('"attempt"', f'"rank": {rank}, "attempt"'), "utf-8")
    (log / "dedicated_log_torch_trace_x.log").unlink()
    main(["report", str(log)])
    assert "rank_1" in (log / "depyf_report" / "index.md").read_text(encoding="utf-8")
    assert (log / "depyf_report" / "rank_1" / "index.md").is_file()


def test_a_dump_is_rendered_again_from_its_journal(log, tmp_path):
    out = tmp_path / "dump"
    main(["report", str(log), "--out", str(out)])
    from depyf.model.serialize import event_to_json

    found = [*events(LOG, tmp_path), ev.RunEnded(None)]
    journal = [json.dumps(event_to_json(one)) for one in found]
    (out / "journal.jsonl").write_text("\n".join(journal), encoding="utf-8")
    before = (out / "index.md").read_text(encoding="utf-8")
    graph = out / "compilation_0_0.Captured_Graph.0.py"
    graph.write_text("# what runs\n", encoding="utf-8")
    (out / "index.md").unlink()
    assert main(["report", str(out)]) == 0
    again = (out / "index.md").read_text(encoding="utf-8")
    assert again.split(" on torch", 1)[1] == before.split(" on torch", 1)[1]
    assert graph.read_text(encoding="utf-8") == "# what runs\n"


@pytest.mark.parametrize(
    ("content", "code"),
    [(None, 2), ("", 1), ("no record\n", 1), ("\tonly payload\n", 1)],
)
def test_what_is_no_log_gets_one_clear_error(tmp_path, capsys, content, code):
    place = tmp_path / "place"
    place.mkdir()
    if content is not None:
        (place / "a.log").write_text(content, encoding="utf-8")
    assert main(["report", str(place)]) == code
    assert not (place / "depyf_report").exists()
    told = capsys.readouterr().err
    assert str(place) in told
    assert told.startswith("depyf: ")
    assert told.count("\n") == 1


def test_reading_a_log_needs_no_torch(log):
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from depyf.cli.main import main\n"
        f"sys.exit(main(['report', {str(log)!r}]))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
