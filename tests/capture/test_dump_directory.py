"""Who writes where in a dump directory, and what is taken away."""

from __future__ import annotations

import json
import linecache
import os
import subprocess
import sys
from pathlib import Path

import pytest

from depyf.capture.dump_directory import DumpDirectory
from depyf.capture.dump_paths import file_inside, rank_directory
from depyf.capture.manifest import MANIFEST

KEPT, GONE, CHANGED = (f"full_code_for_{one}_0.py" for one in ("a", "b", "c"))


def opened(base, rank=0):
    directory = DumpDirectory(base, rank)
    directory.open()
    return directory


def pretend_other_process(base, process, *, writing):
    """Makes the manifest in `base` that of another process."""
    path = base / MANIFEST
    manifest = json.loads(path.read_text())
    manifest.update(process=process, writing=writing)
    path.write_text(json.dumps(manifest))


def dead_process():
    done = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"],
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


def test_a_later_run_removes_what_nobody_changed(tmp_path):
    first = opened(tmp_path)
    for name in (KEPT, GONE, CHANGED):
        first.write(name, name)
    first.close()
    (tmp_path / CHANGED).write_text("by hand")
    (tmp_path / "foreign.py").write_text("not ours")
    pretend_other_process(tmp_path, dead_process(), writing=False)
    second = opened(tmp_path)
    second.write(KEPT, "new")
    second.close()
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == sorted([CHANGED, "foreign.py", KEPT, MANIFEST])


def test_a_crashed_run_leaves_no_claim_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("depyf.capture.dump_directory._SECONDS_BETWEEN_SAVES", -1.0)
    first = opened(tmp_path)
    first.write(GONE, "old")
    pretend_other_process(tmp_path, dead_process(), writing=True)
    second = opened(tmp_path)
    assert second.path == tmp_path
    second.close()
    assert not (tmp_path / GONE).exists()


def test_a_second_live_process_writes_to_its_own_folder(tmp_path):
    opened(tmp_path)
    pretend_other_process(tmp_path, os.getppid(), writing=True)
    second = opened(tmp_path)
    assert second.path == tmp_path / f"pid_{os.getpid()}"


def test_the_same_process_may_open_its_directory_again(tmp_path):
    directory = opened(tmp_path)
    directory.write("a.py", "a")
    directory.close()
    directory.open()
    directory.write("b.py", "b")
    directory.close()
    assert (tmp_path / "a.py").exists()
    assert (tmp_path / "b.py").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_child_writes_to_its_own_folder(tmp_path):
    directory = opened(tmp_path)
    directory.write("parent.py", "parent")
    child = os.fork()
    if child == 0:
        directory.write("child.py", "child")
        os._exit(0)
    os.waitpid(child, 0)
    assert (tmp_path / f"pid_{child}" / "child.py").exists()
    assert not (tmp_path / "child.py").exists()
    assert directory.write("more.py", "").parent == tmp_path


def test_a_failed_write_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch):
    directory = opened(tmp_path)
    directory.write("a.py", "old")

    def full(*_args, **_kwargs):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="disk full"):
        directory.write("a.py", "new")
    monkeypatch.undo()
    assert (tmp_path / "a.py").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", MANIFEST]


def test_ranks_have_folders_unless_the_path_names_them():
    assert rank_directory(Path("d"), 0) == Path("d")
    assert rank_directory(Path("d"), 3) == Path("d/rank_3")
    assert rank_directory(Path("d/rank_1_dp_0"), 1) == Path("d/rank_1_dp_0")
    assert rank_directory(Path("d/rank_12"), 1) == Path("d/rank_12/rank_1")


def test_a_debugger_that_read_the_old_file_reads_the_new_one(tmp_path):
    (tmp_path / "graph.py").write_text("old\n")
    assert linecache.getline(str(tmp_path / "graph.py"), 1) == "old\n"
    opened(tmp_path).write("graph.py", "new\n")
    assert linecache.getline(str(tmp_path / "graph.py"), 1) == "new\n"


OUTSIDE = [
    "../out.py",
    "/out.py",
    "a/../../out.py",
    "",
    ".",
    "a//b",
    "C:x",
    "a\\b",
    "a\0",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_no_name_leads_out_of_the_directory(tmp_path, name):
    directory = opened(tmp_path / "dump")
    with pytest.raises(ValueError, match="lead out"):
        directory.write(name, "")
    directory.close()
    assert [path.name for path in tmp_path.iterdir()] == ["dump"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_link_leads_out_of_the_directory(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "dump").mkdir()
    (tmp_path / "dump/rank_1").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ValueError, match="lead out"):
        file_inside(tmp_path / "dump", "rank_1/index.md")


def test_a_manifest_removes_nothing_elsewhere(tmp_path):
    dump = tmp_path / "dump"
    opened(dump).close()
    outside = tmp_path / "precious.txt"
    outside.write_text("mine")
    manifest = json.loads((dump / MANIFEST).read_text())
    names = ["../precious.txt", str(outside), "no record"]
    manifest["files"] = {key: {"grows": True} for key in names}
    manifest["files"]["no record"] = 3
    manifest.update(process=dead_process())
    (dump / MANIFEST).write_text(json.dumps(manifest))
    opened(dump).close()
    assert outside.read_text() == "mine"
