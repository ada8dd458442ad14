"""The gallery's runner goes on where it stopped, and loses nothing."""

from __future__ import annotations

import atexit
import dataclasses
import os
import sys
import threading
import time
import types

import pytest
from gallery import results, run
from gallery.examine import _said
from gallery.facts import models
from gallery.limits import Limits, limited
from gallery.models import builders
from gallery.models.row import Row
from gallery.origin import row_digest
from gallery.pack import CHOICES, packed, unpacked, without_folders
from gallery.site import page_of, write_pages

from tests.gallery.recorded import RESULT, result

# The workers of the tests have threads; what is forked here touches nothing of theirs.
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*multi-threaded, use of fork:DeprecationWarning"
)
ROW = Row("m", "encoder", "timm", lambda: None, dict)


def test_results_are_sorted_and_read_back(tmp_path):
    path = results.file_of("2.13.0+cu130", tmp_path)
    results.write(path, {"b": result(), "a": result()})
    assert results.read(path) == {"a": RESULT, "b": RESULT}
    text = path.read_text("utf-8")
    assert text.index('"a": {') < text.index('"b": {')
    assert '\n    "guards": 100,\n' in text
    assert list(results.releases(tmp_path)) == ["2.13"]
    assert [file.name for file in tmp_path.iterdir()] == ["torch-2.13.json"]


def test_a_result_is_added_to_the_others(tmp_path):
    path = tmp_path / "torch-2.13.json"
    for name in "ba":
        results.keep(path, name, result())
    assert results.read(path) == {"a": RESULT, "b": RESULT}


def test_an_interrupt_leaves_the_old_results(tmp_path, monkeypatch):
    path = tmp_path / "torch-2.13.json"
    results.write(path, {"a": result()})
    monkeypatch.setattr(results, "text_of", lambda _: exec("raise KeyboardInterrupt"))
    with pytest.raises(KeyboardInterrupt):
        results.write(path, {})
    assert results.read(path) == {"a": RESULT}


def test_a_result_holds_while_what_it_was_made_of_does():
    made_of = {"row": "r1", "depyf": "d1", "versions": {"torch": "2.13.0"}}
    kept = {"made_of": made_of}
    assert run.is_current(kept, made_of, any_revision=False)
    assert not run.is_current({}, made_of, any_revision=True)
    newer = {**made_of, "depyf": "d2"}
    assert not run.is_current(kept, newer, any_revision=False)
    assert run.is_current(kept, newer, any_revision=True)
    assert not run.is_current(kept, {**made_of, "row": "r2"}, any_revision=True)


def test_a_row_is_another_if_what_it_calls_is():
    made = builders.call("timm", "create_model", depth=1)
    same = builders.call("timm", "create_model", depth=1)
    other = builders.call("timm", "create_model", depth=2)
    digests = [
        row_digest(dataclasses.replace(ROW, make=make)) for make in (made, same, other)
    ]
    assert digests[0] == digests[1] != digests[2]
    assert row_digest(ROW) != row_digest(dataclasses.replace(ROW, trains=False))


@pytest.fixture
def gallery(monkeypatch, tmp_path):
    """Three rows, and a runner that notes which of them it runs."""
    ran = []
    rows = {name: dataclasses.replace(ROW, name=name) for name in "abc"}
    monkeypatch.setitem(
        sys.modules, "gallery.models", types.SimpleNamespace(MODELS=rows)
    )
    place = run.Here({"torch": "2.13.0", "timm": "1"}, "here", "d1", "abc", packs=False)
    monkeypatch.setattr(run, "here", lambda *_, **__: place)
    monkeypatch.setattr(run.os, "environ", dict(os.environ))

    def one(row, where, *_):
        ran.append(row.name)
        if stop.get("at") == row.name:
            raise KeyboardInterrupt
        return {**result(), **where.about(row)}

    stop = {}
    monkeypatch.setattr(run, "run", one)
    return types.SimpleNamespace(
        ran=ran, stop=stop, main=lambda *a: run.main([*a, "--results", str(tmp_path)])
    )


def test_it_goes_on_where_it_stopped(gallery, capsys):
    gallery.stop["at"] = "b"
    with pytest.raises(KeyboardInterrupt):
        gallery.main()
    gallery.stop.clear()
    assert gallery.main() == 0
    assert gallery.ran == ["a", "b", "b", "c"]
    assert gallery.main() == 0
    assert gallery.ran == ["a", "b", "b", "c"]
    assert gallery.main("a", "--again") == 0
    assert gallery.ran[4:] == ["a"]
    assert "3 of 3  c  0 s  2 entries, 2 graphs, 200 guards" in capsys.readouterr().out


def test_a_name_that_is_no_model_is_told(gallery, capsys):
    assert gallery.main("a", "nobody") == 2
    assert "no such model: nobody" in capsys.readouterr().err


forks = pytest.mark.skipif(
    not hasattr(os, "fork") or threading.active_count() > 1,
    reason="a process with threads must not fork",
)


@forks
def test_what_hangs_is_told_as_such(tmp_path):
    began = time.monotonic()
    done = limited(lambda: time.sleep(60), tmp_path, Limits(seconds=0.5))
    assert done.stopped == "took longer than 0.5 s"
    assert time.monotonic() - began < 30
    assert done.code < 0


@forks
def test_what_eats_memory_is_told_as_such(tmp_path):
    def eat():
        held = bytearray(os.urandom(1) * 300_000_000)
        time.sleep(60)
        print(len(held))

    done = limited(eat, tmp_path, Limits(megabytes=200, seconds=60))
    assert done.stopped == "took more than 200 MB of memory"
    assert done.megabytes > 200


@forks
def test_what_ends_leaves_its_output_and_code(tmp_path):
    def work():
        print("said")
        print("complained", file=sys.stderr)
        raise SystemExit(3)

    # pytest's own streams are not the files that a process writes to.
    done = limited(lambda: os.system("echo said; echo no >&2"), tmp_path, Limits())
    assert (done.code, done.stdout, done.stderr, done.stopped) == (
        0,
        "said\n",
        "no\n",
        "",
    )
    assert limited(work, tmp_path, Limits()).code == 1


@forks
def test_the_end_of_work_cleans_up_what_is_its_own(tmp_path):
    def work():
        atexit.register(os.system, "echo end of work")

    caller = f"echo end of caller >> {tmp_path / 'stdout'}"
    atexit.register(os.system, caller)
    try:
        assert limited(work, tmp_path, Limits()).stdout == "end of work\n"
    finally:
        atexit.unregister(os.system)


def dump(folder, size=10):
    case = folder / "infer"
    case.mkdir()
    (case / "index.md").write_text(
        f"# Run\n\n[g](__compiled_fn_1.Captured_Graph.0.py) {folder}/x"
    )
    (case / "full_code_for_f_0.py").write_text("def f(): ...\n")
    (case / "__transformed_code_0_for_f.py").write_text("def f(): return 1\n")
    (case / "__compiled_fn_1.Captured_Graph.0.py").write_text("# graph\n")
    (case / "__compiled_fn_1.kernel_0.py").write_text(os.urandom(size).hex())
    (case / "journal.jsonl").write_text("{}")
    return folder


def test_a_dump_is_packed_and_read_back(tmp_path):
    dumps = tmp_path / "dumps"
    dumps.mkdir()
    told = packed("m", dump(dumps), tmp_path / "packed")
    files = unpacked(tmp_path / "packed" / "m.tar.xz")
    assert told == {"bytes": (tmp_path / "packed" / "m.tar.xz").stat().st_size}
    assert "infer/__compiled_fn_1.kernel_0.py" in files
    assert "infer/journal.jsonl" not in files
    assert files["infer/index.md"].endswith(".py) x")
    again = packed("m", dumps, tmp_path / "again")
    first, second = (tmp_path / f / "m.tar.xz" for f in ("packed", "again"))
    assert again == told
    assert first.read_bytes() == second.read_bytes()


def test_of_a_large_dump_less_is_kept_and_that_is_told(tmp_path):
    dumps = tmp_path / "dumps"
    dumps.mkdir()
    told = packed("m", dump(dumps, size=5000), tmp_path, limit=2000)
    assert told["left_out"] == list(CHOICES)[1]
    assert not any("kernel" in name for name in unpacked(tmp_path / "m.tar.xz"))


def test_no_path_of_a_machine_is_kept(tmp_path):
    text = without_folders("# File: /home/me/model/net.py:3 in f", tmp_path)
    assert text == "# File: .../net.py:3 in f"


def test_the_page_of_a_model_shows_its_files(tmp_path, monkeypatch):
    dumps = tmp_path / "dumps"
    dumps.mkdir()
    packed("m", dump(dumps), tmp_path / "packed")
    monkeypatch.setattr(results, "releases", lambda: {"2.13": {"m": result()}})
    (page,) = write_pages(tmp_path / "site", tmp_path / "packed")
    text = page.read_text("utf-8")
    assert "[g](#m-infer-compiled-fn-1-captured-graph-0-py)" in text
    assert "(m-infer-compiled-fn-1-captured-graph-0-py)=" in text
    for line in text.splitlines():
        if line.startswith("```{literalinclude}"):
            assert (tmp_path / "site" / line.split(" ")[1]).is_file()
    assert "Too large" not in text
    large = result(packed={"bytes": 1, "left_out": "graphs"})
    assert "not here: graphs" in page_of(models({"m": large})[0], (), {})


def _ended(stdout="", stderr=""):
    return types.SimpleNamespace(stdout=stdout, stderr=stderr)


def test_a_warning_is_the_same_from_the_file_that_one_steps_through(tmp_path):
    said = "UserWarning: one\ntwo {}\n"
    here = f"{tmp_path}/depyf/dump/infer/__transformed_code_0_for_f.py:7: {said}"
    ours, plain = f"{here}  tmp_1(tmp_2)\n", f"a.py:12: {said}  warn('one')\n"
    assert [*_said(_ended(stderr=ours), _ended(stderr=plain), tmp_path)] == []
    assert [*_said(_ended(stderr=ours * 2), _ended(stderr=plain), tmp_path)] == []
    other = ours.replace("one", "three").replace("two", "four")
    assert [*_said(_ended(stderr=ours + other), _ended(stderr=plain), tmp_path)] == [
        "stderr has a line more than without depyf: UserWarning: three",
        "stderr has a line more than without depyf: four {}",
    ]
    assert [*_said(_ended("said by depyf\n"), _ended("said by depyf\n"), tmp_path)] == [
        "stdout mentions depyf"
    ]


def test_no_item_of_an_index_is_nested_deeper_than_a_page_may_be():
    items = "\n".join(f"{'  ' * level}- level {level}" for level in range(14))
    text = page_of(models({"m": result()})[0], (), {"infer/index.md": items})
    assert "- level 13" in text
    assert max(len(one) - len(one.lstrip()) for one in text.splitlines()) == 16
