"""Logs of TORCH_TRACE from strangers: what is not read is told, no file is read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from depyf.capture.trace_fields import BODIES, FIELDS, trouble
from depyf.capture.trace_log import NoRecordError, TraceLog
from depyf.cli.main import main
from depyf.model.events import Note
from depyf.model.serialize import event_to_json
from depyf.reading.left_out import LeftOut
from depyf.reading.limits import Limits
from depyf.torch_text.trace import read_records

from .trace_mutations import (
    DEEP,
    HEAD,
    ON_RECORDS,
    RECORDED,
    STACK,
    mutated,
    recorded_entries,
    text_of,
)

ENTRIES = recorded_entries()
# The first of each kind that ended in a traceback, and others.
SEEDS = [1, 28, 29, 61, 72, 82, 84, 105, 118, 133, 145, *range(200, 249)]
LOG = RECORDED.read_text(encoding="utf-8")
has_fifos = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no FIFOs")


def line(metadata, *body):
    head = metadata if isinstance(metadata, str) else json.dumps(metadata)
    return "".join(f"{one}\n" for one in (HEAD + head, *("\t" + each for each in body)))


def notes(path, **options):
    log = TraceLog(**options)
    log.read(path)
    return [event.text for event in log.events if isinstance(event, Note)]


def index_of(log, tmp_path, *options):
    """Report a log; return the words of its index, on one line."""
    out = tmp_path / "out"
    assert main(["report", str(log), "--out", str(out), *options]) == 0
    return " ".join((out / "index.md").read_text(encoding="utf-8").split())


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "a.log"
    path.write_text(LOG, encoding="utf-8")
    return path


# --- records --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_changed_log_is_reported_or_refused(seed, tmp_path, capsys):
    data, _ = mutated(ENTRIES, seed)
    path, out = tmp_path / "a.log", tmp_path / "out"
    path.write_bytes(data)
    code = main(["report", str(path), "--out", str(out)])
    assert code in (0, 1)
    assert (out / "index.md").exists() == (code == 0)
    assert capsys.readouterr().err.count("\n") == code


@given(st.lists(st.sampled_from(ON_RECORDS), min_size=1, max_size=4), st.randoms())
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_any_changes_of_records_are_read_or_counted(tmp_path_factory, changes, chance):
    entries = list(ENTRIES[:60])
    for change in changes:
        if entries:
            change(entries, chance)
    path = tmp_path_factory.mktemp("log") / "a.log"
    path.write_bytes(text_of(entries))
    with suppress(NoRecordError):
        TraceLog().read(path)


def test_the_recorded_log_is_read_to_the_last_record(log):
    assert not [text for text in notes(log) if "of the log" in text]


IDS = {"frame_id": 0, "frame_compile_id": 0, "attempt": 0}
WRONG = {
    "`str` is not a file name and its number": {"str": ["a.py", []]},
    "`frame_id` is not a whole number": {"create_symbol": {}, **IDS, "frame_id": []},
    "`attempt` is not a whole number": {"create_symbol": {}, **IDS, "attempt": {}},
    "`rank` is not a whole number": {"create_symbol": {}, "rank": "two"},
    "one of `frame_id` and `frame_compile_id` is missing": {"x": {}, "frame_id": 1},
    "`stack` is not a stack": {"dynamo_start": {"stack": [1]}, **IDS},
    "`dynamo_start` is not an object": {"dynamo_start": [], **IDS},
    "`start_time` is not a number": {"compilation_metrics": {"start_time": [1]}},
    "`fail_user_frame_lineno` is not the number of a line": {
        "compilation_metrics": {"fail_user_frame_lineno": 10**12}
    },
    "`name` is not a string": {"artifact": {"name": ["x"]}},
    "it has no name": {"rank": 0},
}


@pytest.mark.parametrize("reason", WRONG)
def test_a_field_of_another_type_is_told_with_its_line(reason, log, tmp_path):
    log.write_text(LOG + line(WRONG[reason]), encoding="utf-8")
    number = LOG.count("\n") + 1
    told = f"1 record of the log was not read: {reason} (1 record, first line {number})"
    assert any(text.startswith(told) for text in notes(log))
    assert told in index_of(log, tmp_path).replace("\\_", "_")


def test_a_body_that_is_to_be_json_is_looked_at(log):
    cut = {"artifact": {"name": "fx_graph_cache_hit", "encoding": "json"}}
    log.write_text(LOG + line(cut, '{"key": "ab') + line(cut, "[]"), encoding="utf-8")
    (told,) = (text for text in notes(log) if "its body" in text)
    assert "2 records of the log were not read: its body is not JSON (1" in told
    assert "its body is not an object (1 record" in told


def test_each_record_whose_body_is_read_as_json_is_in_the_table():
    """`Record.object` reads the body with Python's reader, which has no limits."""
    deep = "[" * DEEP
    for name in BODIES:
        metadata = {"artifact": {"name": name.split(":")[1].replace("*", "x")}}
        assert trouble(metadata, deep) == "its body is nested too deep"
    assert {"dynamo_start", "compilation_metrics", "create_symbol"} <= set(FIELDS)


@pytest.mark.parametrize(("begin", "end"), [("[", "]"), ('{"a":', "}"), ("[", "")])
def test_deep_nesting_is_no_recursion(begin, end, log):
    deep = begin * DEEP + "1" + end * DEEP
    recompile = {"artifact": {"name": "recompile_reasons"}, **IDS}
    added = line(f'{{"x": {deep}, "frame_id": 0}}') + line(recompile, deep)
    log.write_text(LOG + added, encoding="utf-8")
    assert any("nested too deep (1 line" in text for text in notes(log))


# --- lines ----------------------------------------------------------------------------


def test_lines_that_are_no_records_are_counted(log, tmp_path):
    begin, head, rest = LOG.partition("\n" + HEAD)
    torn = f"{begin}\nnoise{head}{{{head}{rest}".encode()
    log.write_bytes(torn + b"V\xff\n")
    told = index_of(log, tmp_path)
    assert "3 lines of the log were not read: " in told
    assert "not a record (2 lines, first line " in told
    assert "not UTF-8 (1 line, first line" in told


@pytest.mark.parametrize("digits", ["7" * 4_500, "\\u0037" * 4_500, "\u0667" * 4_500])
def test_a_number_that_python_does_not_read_is_no_traceback(digits, log):
    for text in (f'  File "a.py", line {digits}, in f', f'["x.size()[0] == {digits}"]'):
        body = {"artifact": {"name": "recompile_reasons"}, **IDS}
        log.write_text(LOG + line(body, text), encoding="utf-8")
        assert any("with a number that no record has (1 line" in t for t in notes(log))


def test_long_lines_of_digits_are_looked_at_once():
    """A search that begins again at each digit would take minutes."""
    almost = ("7" * 3_999 + "x") * 2_000
    begin = time.process_time()
    left_out = LeftOut()
    assert len([*read_records([(1, HEAD + "{}"), (2, "\t" + almost)], left_out)]) == 1
    assert not left_out
    assert time.process_time() - begin < 5


def test_a_line_that_is_not_read_ends_the_body_above(log):
    """It may be the head of the record that the lines below belong to."""
    graph = {"dynamo_output_graph": {}, **IDS}
    head, *body = line(graph, "a", "b").encode().splitlines(keepends=True)
    log.write_bytes(head + body[0] + b"\xff\n" + body[1])
    found = TraceLog()
    found.read(log)
    assert [e.text for e in found.events if getattr(e, "stage", "")] == ["a"]


def test_an_endless_line_is_not_read_to_its_end(log):
    with log.open("ab") as stream:
        stream.truncate(1 << 40)  # a hole: it takes no room
    limits = Limits(line_bytes=10_000, file_bytes=10_000_000)
    told = notes(log, limits=limits)
    assert any("longer than the limit (1 line" in text for text in told)
    assert any("was not read to its end: depyf stopped after" in text for text in told)


def test_a_huge_text_is_left_out_and_told(log):
    graph = line({"dynamo_output_graph": {}, **IDS}, *["x"] * 500)
    log.write_text(LOG + graph, encoding="utf-8")
    told = notes(log, limits=Limits(text_lines=400))
    number = LOG.count("\n") + 1
    assert any(
        f"longer than the limit (1 line, first line {number})" in t for t in told
    )


def test_reading_stops_at_the_limit_of_records(log):
    assert any(
        "stopped after 5 records" in t for t in notes(log, limits=Limits(records=5))
    )


# --- texts ----------------------------------------------------------------------------

NESTED = (
    "L['x']" + ".a" * 3_000 + " == 3",
    "L['x']" + "[0]" * 3_000 + " == 3",
    "L['x']" + ".size()[0]" * 600 + " == 3",
    "-" * 600 + "L['x'] == 3",
    "L['x'] + " * 3_000 + "1 == 3",
    "lambda: " * 5_000 + "L['x']",
    "s\u00b2 == \u00b2",
    "((((9**64)**64)**64)**64)**64",
)


@pytest.mark.parametrize("text", NESTED)
def test_a_text_that_is_nested_or_odd_ends_no_report(text, log, tmp_path):
    """Who reads an expression calls itself for each level of it."""
    guard = f"| +- LAMBDA_GUARD: {text}  # x = 1  # a.py:5 in f"
    tree = ("TREE_GUARD_MANAGER:", "+- RootGuardManager", guard)
    graph = (
        "class GraphModule(torch.nn.Module):",
        f'    def forward(self, L_x_: "f32[{text}]"):',
        f'        y: "f32[{text}]" = torch.ops.aten.add({text})',
        "        return (y,)",
    )
    again = {**IDS, "frame_compile_id": 7}
    reasons = {"artifact": {"name": "recompile_reasons"}, **again}
    symbol = {"symbol": "s0", "val": text, "vr": text, "source": text}
    log.write_text(
        LOG
        + line({"dynamo_cpp_guards_str": {}, **IDS}, *tree)
        + line({"dynamo_output_graph": {}, **IDS}, *graph)
        + line({"create_symbol": symbol, **IDS})
        + line({"dynamo_start": {"stack": STACK}, **again})
        + line(reasons, json.dumps([f"0/0: {text}"])),
        encoding="utf-8",
    )
    index_of(log, tmp_path)


# --- files that are no logs -----------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [b"", b"\n\n", b"noise\n" * 9, b"\0" * 999, b"\xff" * 99, b"\tbody\n", b"{}\n"],
)
def test_a_log_without_records_ends_with_1_and_changes_nothing(data, tmp_path, capsys):
    path, out = tmp_path / "a.log", tmp_path / "depyf_report"
    path.write_bytes(data)
    out.mkdir()
    (out / "index.md").write_text("of yesterday\n", encoding="utf-8")
    assert main(["report", str(path)]) == 1
    told = capsys.readouterr().err
    assert told.startswith(
        f"depyf: {path} is not a TORCH_TRACE log: it holds no record"
    )
    assert told.count("\n") == 1
    assert (out / "index.md").read_text(encoding="utf-8") == "of yesterday\n"
    assert [one.name for one in out.iterdir()] == ["index.md"]


@has_fifos
def test_a_fifo_is_no_log(tmp_path, capsys):
    path = tmp_path / "a.log"
    os.mkfifo(path)
    assert main(["report", str(path)]) == 1
    assert "it is not a regular file" in capsys.readouterr().err
    assert main(["report", str(tmp_path)]) == 1


@has_fifos
def test_logs_that_can_be_read_are_reported_and_the_others_told(log, tmp_path, capsys):
    os.mkfifo(tmp_path / "b.log")
    (tmp_path / "c.log").write_bytes(b"garbage\n")
    (tmp_path / "d.log").mkdir()
    (tmp_path / "e.log").symlink_to(tmp_path / "e.log")
    told = index_of(tmp_path, tmp_path)
    said = capsys.readouterr().err
    for name in "bcde":
        assert f"{name}.log" in said
        assert f"{name}.log" in told
    assert "it is not a regular file. Its process is not reported." in told


def test_two_logs_of_one_rank_get_two_folders(tmp_path):
    for name, rank in (("a", 0), ("b", 1), ("c", 1)):
        text = LOG + line({"x": {}, "rank": rank})
        (tmp_path / f"{name}.log").write_text(text, encoding="utf-8")
    index_of(tmp_path, tmp_path)
    folders = {one.name for one in (tmp_path / "out").iterdir() if one.is_dir()}
    assert folders == {"rank_1", "log_2"}


# --- sources --------------------------------------------------------------------------

SECRET = "token = 'kept_secret'"
PROGRAM = f"def scale(x):\n    {SECRET}\n    return x\n"


def names_source(log, file):
    frame = {"line": 1, "name": "scale", "filename": 77}
    text = line({"str": [str(file), 77]}) + line(
        {"dynamo_start": {"stack": [frame]}, **IDS}
    )
    text += line({"compilation_metrics": {"has_guarded_code": True}, **IDS})
    log.write_text(text, encoding="utf-8")


def everything_in(folder):
    files = [path for path in folder.rglob("*") if path.is_file()]
    return "".join(path.read_text(encoding="utf-8") for path in files)


@pytest.fixture
def program(tmp_path):
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "secret.py").write_text(PROGRAM, encoding="utf-8")
    return folder


def test_no_file_that_a_log_names_is_read(log, program, tmp_path):
    names_source(log, program / "secret.py")
    told = index_of(log, tmp_path)
    assert "kept_secret" not in everything_in(tmp_path / "out")
    assert "The source of 1 file was not read: `" in told
    assert "`depyf report --source-root DIR LOG`" in told


def test_source_below_a_named_directory_is_read(log, program, tmp_path):
    names_source(log, program / "secret.py")
    told = index_of(log, tmp_path, "--source-root", str(program))
    assert "kept_secret" in everything_in(tmp_path / "out")
    assert "was not read" not in told


def test_a_relative_name_is_below_the_named_directory(log, program, tmp_path):
    names_source(log, "secret.py")
    index_of(log, tmp_path, "--source-root", str(program))
    assert "kept_secret" in everything_in(tmp_path / "out")


def outside(program, name):
    """Return a name of a file that is outside of the program's folder, or no file."""
    target = program.parent / "other.py"
    target.write_text(PROGRAM, encoding="utf-8")
    if name == "link":
        (program / "link").symlink_to(target)
    elif name == "linked/other.py":
        (program / "linked").symlink_to(program.parent)
    elif name == "beside":
        beside = program.parent / "program_2"
        beside.mkdir()
        return target.rename(beside / "other.py")
    elif name == "fifo":
        os.mkfifo(program / "fifo")
    elif name == "device":
        (program / "device").symlink_to("/dev/zero")
    return program / name


@pytest.mark.parametrize(
    "name",
    ["../other.py", "link", "linked/other.py", "beside", "fifo", "device", "", "a\0b"],
)
@has_fifos
def test_nothing_leads_out_of_the_named_directory(name, log, program, tmp_path):
    names_source(log, outside(program, name))
    told = index_of(log, tmp_path, "--source-root", str(program))
    assert "kept_secret" not in everything_in(tmp_path / "out")
    assert "The source of 1 file was not read" in told


def test_a_device_as_source_ends(log, tmp_path):
    names_source(log, "/dev/zero")
    assert "`/dev/zero`" in index_of(log, tmp_path)
    assert "`/dev/zero`" in index_of(log, tmp_path, "--source-root", "/dev")


def test_source_that_is_no_text_is_told(log, program, tmp_path):
    for data in (b"# coding: zip\n", b"\xff\xfe\0", b"def scale(x:\n '''"):
        (program / "secret.py").write_bytes(data)
        names_source(log, program / "secret.py")
        index_of(log, tmp_path, "--source-root", str(program))


OPENED = """
import sys
opened = []
def note(event, args):
    if event == "open":
        opened.append(str(args[0]))
sys.addaudithook(note)
from depyf.cli.main import main
code = main(["report", *sys.argv[2:]])
sys.exit(code or any("secret.py" in name for name in opened))
"""


def test_a_journal_is_reported_from_itself_alone(log, program, tmp_path):
    """Whatever file it names: the source that a dump shows stands in its journal."""
    names_source(log, program / "secret.py")
    found = TraceLog()
    found.read(log)
    dump = tmp_path / "dump"
    dump.mkdir()
    lines = "".join(json.dumps(event_to_json(one)) + "\n" for one in found.events)
    (dump / "journal.jsonl").write_text(lines, encoding="utf-8")
    for source in (log, dump):
        command = [sys.executable, "-c", OPENED, "x", str(source)]
        assert subprocess.run(command, check=False).returncode == 0
