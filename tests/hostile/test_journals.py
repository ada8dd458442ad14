"""`depyf report` of a damaged or hostile journal: what can be read, told truthfully."""

from __future__ import annotations

import base64
import json
import tracemalloc
import zlib
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings

from depyf.capture.journal import JOURNAL, read_journal
from depyf.cli.main import main
from depyf.model.build import fold
from depyf.model.serialize import EVENT_TYPES
from depyf.reading.left_out import LeftOut, Why
from depyf.reading.limits import Limits
from depyf.render.index import index_md

from .journal_mutations import mutated, recorded, seeds
from .mutate_journals import in_child

STARTED = b'{"kind": "run_started", "program": "a.py", "started_at": 1.0}'
ENDED = b'{"kind": "run_ended", "seconds": 1.0}'


@pytest.fixture
def report(tmp_path, capsys):
    """Return what writes a journal, reports it and returns code, index and errors."""

    def reported(*lines, options=()):
        data = b"".join(line + b"\n" for line in lines)
        (tmp_path / JOURNAL).write_bytes(data)
        code = main(["report", str(tmp_path), *options])
        index = tmp_path / "index.md"
        text = index.read_text(encoding="utf-8") if index.is_file() else ""
        return code, " ".join(text.split()), capsys.readouterr().err

    return reported


def lines_of(name="early_return"):
    return list(recorded(name))


def as_line(**fields):
    return json.dumps(fields).encode()


def graph(text="def forward(self):\n    return ()", **fields):
    return as_line(
        kind="graph", compile_id="0/0", stage="Captured graph", text=text, **fields
    )


# --- records that are none ------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"kind": "note", "text": "\xff"}', Why.ENCODING),
        (b'{"kind": "metrics", "seconds": Infinity}', Why.NUMBER),
        (b'{"kind": "metrics", "seconds": NaN}', Why.NUMBER),
        (b'{"kind": "metrics", "seconds": 1e999}', Why.FIELDS),
        (b'{"kind": "hits", "hits": ' + b"9" * 5_000 + b"}", Why.NUMBER),
        (b'{"kind": "hits", "hits": ' + b"9" * 30 + b"}", Why.FIELDS),
        (b'{"kind": "metrics", "seconds": ' + b"9" * 400 + b"}", Why.FIELDS),
        (b'{"kind": "hits", "hits": "3"}', Why.FIELDS),
        (b'{"kind": "hits", "hits": [3]}', Why.FIELDS),
        (b'{"kind": "hits", "hits": 3, "compile_id": 7}', Why.FIELDS),
        (b'{"kind": "hits", "compile_id": "zero"}', Why.FIELDS),
        (
            b'{"kind": "hits", "compile_id": "' + b"9" * 5_000 + b'/0"}',
            Why.FIELDS,
        ),
        (b'{"kind": "frame_started", "stack": {}}', Why.FIELDS),
        (b'{"kind": "frame_started", "stack": [[]]}', Why.FIELDS),
        (b'{"kind": "frame_started", "stack": [{"file": "a.py"}]}', Why.FIELDS),
        (
            b'{"kind": "frame_started", "stack": [{"file": 1, "line": 1}]}',
            Why.FIELDS,
        ),
        (b'{"kind": "metrics", "times": [1]}', Why.FIELDS),
        (b'{"kind": "metrics", "times": {"a": "b"}}', Why.FIELDS),
        (b'{"kind": "metrics", "made_entry": 1}', Why.FIELDS),
        (b'{"kind": ["hits"]}', Why.FIELDS),
        (b'{"text": "no kind"}', Why.FIELDS),
        (b"[1, 2]", Why.OBJECT),
        (b"what is this?", Why.JSON),
        (b'{"kind": "note", "text": ' + b"[" * 200_000, Why.NESTING),
        (
            b'{"kind": "new", "a": ' + b"[" * 200 + b"]" * 200 + b"}",
            Why.NESTING,
        ),
        (b'{"kind": "note", "packed": "eJyrBQAAAAEAAQ=="}', Why.PACKED),
    ],
)
def test_a_wrong_record_is_counted_and_the_rest_is_read(tmp_path, report, line, why):
    lines = lines_of()
    (tmp_path / JOURNAL).write_bytes(b"\n".join([*lines, line]))
    left_out = LeftOut()
    assert len([*read_journal(tmp_path / JOURNAL, left_out)]) == len(lines)
    assert left_out.counts == {why: 1}
    code, index, errors = report(*lines[:5], line, *lines[5:])
    assert code == 0
    told = f"1 line of {JOURNAL} was not read: {why.value} (1 line, first line 6)."
    assert told in index.replace("`", "")
    assert told in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize("kind", sorted(EVENT_TYPES))
@pytest.mark.parametrize("value", [None, [], {}, "x", -1, True, [None], {"a": None}])
def test_no_type_of_a_field_is_a_traceback(tmp_path, kind, value):
    lines = [
        as_line(**{"kind": kind, field.name: value})
        for field in fields(EVENT_TYPES[kind])
    ]
    (tmp_path / JOURNAL).write_bytes(b"\n".join(lines))
    left_out = LeftOut()
    found = [*read_journal(tmp_path / JOURNAL, left_out)]
    assert len(found) + left_out.lines == len(lines)


def test_a_packed_line_that_unpacks_to_gigabytes_is_not_unpacked(tmp_path):
    packer = zlib.compressobj(1)
    megabyte = b"x" * (1 << 20)
    data = packer.compress(b'{"kind": "note", "text": "')
    data += b"".join(packer.compress(megabyte) for _ in range(40)) + packer.flush()
    line = as_line(kind="note", packed=base64.b64encode(data).decode())
    (tmp_path / JOURNAL).write_bytes(line)
    left_out, limits = LeftOut(), Limits(unpacked_bytes=1 << 20)
    tracemalloc.start()
    try:
        assert [*read_journal(tmp_path / JOURNAL, left_out, limits)] == []
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()
    assert left_out.counts == {Why.UNPACKED: 1}


def test_packed_lines_are_bounded_together(tmp_path):
    packed = base64.b64encode(zlib.compress(as_line(kind="note", text="x" * 400)))
    line = as_line(kind="note", packed=packed.decode())
    (tmp_path / JOURNAL).write_bytes(b"\n".join([line] * 5))
    left_out, limits = LeftOut(), Limits(file_bytes=1_000)
    assert len([*read_journal(tmp_path / JOURNAL, left_out, limits)]) == 2
    assert left_out.counts == {Why.UNPACKED: 3}


# --- what is all wrong ----------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [b"", b"\n\n", b"garbage\n\xff\xfe\n", b"\0" * 1000, b'{"kind": "of 2030"}\n'],
    ids=["empty", "blank", "garbage", "zeros", "unknown"],
)
def test_where_nothing_is_read_nothing_is_touched(tmp_path, capsys, data):
    (tmp_path / "index.md").write_text("# a good index\n")
    (tmp_path / JOURNAL).write_bytes(data)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert main(["report", str(tmp_path)]) == 1
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "holds nothing that depyf can read" in errors
    after = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert before == after


def test_what_is_no_file_is_an_error(tmp_path, capsys):
    (tmp_path / JOURNAL).mkdir()
    assert main(["report", str(tmp_path)]) == 1
    assert "not a regular file" in capsys.readouterr().err


def test_a_loop_of_links_is_an_error(tmp_path, capsys):
    (tmp_path / JOURNAL).symlink_to(tmp_path / JOURNAL)
    assert main(["report", str(tmp_path)]) == 1
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert main(["report", str(tmp_path / "loop")]) == 2
    (tmp_path / JOURNAL).unlink()
    (tmp_path / JOURNAL).write_bytes(b"\n".join(lines_of()))
    assert main(["report", str(tmp_path), "--out", str(tmp_path / "loop")]) == 1
    errors = capsys.readouterr().err
    assert errors.count("\n") == 3


def test_an_index_that_is_a_directory_is_an_error_or_kept_beside(tmp_path, report):
    (tmp_path / "index.md").mkdir()
    (tmp_path / "index.md" / "mine.txt").write_text("mine")
    code, _, errors = report(*lines_of())
    assert code in {0, 1}
    assert "Traceback" not in errors
    assert [path.read_text() for path in tmp_path.rglob("mine.txt")] == ["mine"]


# --- records in another order, twice, or of several journals --------------------------


@pytest.mark.parametrize("name", ["early_return", "batch_sizes", "saved_for_backward"])
def test_a_journal_put_together_with_itself_tells_the_same(report, name):
    lines = lines_of(name)
    once = report(*lines)
    assert report(*lines, *lines) == once
    assert once[0] == 0


def test_two_journals_put_together_are_reported(report):
    code, index, errors = report(*lines_of(), *lines_of("batch_sizes"))
    assert (code, errors) == (0, "")
    assert "not read" not in index


def test_doubled_graphs_stand_once(tmp_path, report):
    begin = as_line(kind="frame_started", compile_id="0/0", co_name="f", file="a.py")
    one = graph(compiled_fn="__compiled_fn_0", number=0)
    other = graph(
        text="def forward(self): ...", compiled_fn="__compiled_fn_0", number=0
    )
    assert report(STARTED, begin, one, one, one, ENDED)[0] == 0
    assert len([*tmp_path.glob("__compiled_fn_0.*.py")]) == 1
    assert report(STARTED, begin, one, other, one, ENDED)[0] == 0
    assert len([*tmp_path.glob("__compiled_fn_0.*.py")]) == 2


def test_graphs_before_their_frame_are_reported(report):
    lines = lines_of()
    code, _, errors = report(*reversed(lines))
    assert (code, "Traceback" in errors) == (0, False)


# --- huge -----------------------------------------------------------------------------


def test_names_of_files_are_short_and_stay_inside(tmp_path, report):
    begin = as_line(
        kind="frame_started", compile_id="9" * 18 + "/" + "9" * 18, co_name="f" * 9_999
    )
    odd = [graph(compiled_fn=name) for name in ("x" * 9_999, "../../up", "a\0b", "é")]
    long_id = graph().replace(b"0/0", b"9" * 18 + b"/" + b"9" * 18 + b"_" + b"9" * 18)
    code, _, errors = report(STARTED, begin, *odd, long_id, ENDED)
    assert (code, errors) == (0, "")
    assert max(len(path.name) for path in tmp_path.iterdir()) < 255


def test_a_billion_ranks_are_not_looked_for(tmp_path, report):
    started = STARTED[:-1] + b', "world_size": 1000000000}'
    code, index, _ = report(started, *lines_of()[1:])
    assert code == 0
    assert "claims 1,000,000,000 ranks; depyf looks at 16,384" in index
    assert (tmp_path / "index.html").stat().st_size < 3_000_000


def test_a_graph_of_a_million_lines_is_cut_and_says_so(tmp_path, report):
    begin = as_line(kind="frame_started", compile_id="0/0", co_name="f", file="a.py")
    text = "\n".join(["# a"] * 1_000_000)
    packed = base64.b64encode(zlib.compress(graph(text))).decode()
    line = as_line(kind="graph", compile_id="0/0", packed=packed)
    assert report(STARTED, begin, line, ENDED)[0] == 0
    (file,) = tmp_path.glob("*Captured_graph*.py")
    assert "# depyf: left out here: 800,000 lines" in file.read_text()


def test_without_limits_all_of_a_text_is_shown(tmp_path, report):
    begin = as_line(kind="frame_started", compile_id="0/0", co_name="f", file="a.py")
    lines = [STARTED, begin, graph("# a\n" * 200_010), ENDED]
    assert report(*lines, options=["--no-limits"])[0] == 0
    (file,) = tmp_path.glob("*Captured_graph*.py")
    assert file.read_text().count("# a\n") == 200_010


# --- a run that was killed ------------------------------------------------------------


def test_an_index_of_a_killed_run_says_so(report):
    lines = lines_of("batch_sizes")
    assert "did not end" not in report(*lines)[1]
    killed = [line for line in lines if b'"run_ended"' not in line]
    guards = [line for line in killed if b'"guards"' not in line[:20]]
    assert len(guards) < len(killed) < len(lines)
    code, index, errors = report(*guards)
    assert code == 0
    assert "The run did not end" in index
    assert index.index("The run did not end") < 400
    assert "did not end" in errors
    assert "torch did not tell them" not in index
    assert "depyf reads them when a run ends, and this one did not" in index


def test_what_was_being_compiled_when_the_run_was_killed_is_not_explained(report):
    begin = as_line(kind="frame_started", compile_id="0/0", co_name="f", file="a.py")
    _, index, _ = report(STARTED, begin)
    assert "the journal ends before torch has a result" in index
    assert "no tensor operation" not in index


def test_a_torn_last_line_is_told(report):
    lines = lines_of()
    code, index, _ = report(*lines[:-1], lines[-1][:10])
    assert code == 0
    assert f"not JSON (1 line, first line {len(lines)})" in index
    assert "The run did not end" in index


# --- all of these at once -------------------------------------------------------------


@settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(seeds)
def test_mutated_journals_are_reported_or_refused(seed):
    """More of them: ``python -m tests.hostile.mutate_journals --count 5000``."""
    data, changes = mutated(seed)
    left_out = LeftOut()
    with TemporaryDirectory() as folder:
        path = Path(folder, JOURNAL)
        path.write_bytes(data)
        events = [*read_journal(path, left_out)]
    lines = [line for line in data.split(b"\n") if line.strip()]
    assert len(events) + left_out.lines == len(lines), changes
    assert index_md(fold(events))


@pytest.mark.parametrize("seed", [*range(8), 3747])
def test_the_report_of_a_mutated_journal_is_written_whole_or_not_at_all(seed):
    found = in_child(seed)
    assert "failed" not in found, found
