"""Processes and threads that write to one directory at once keep out of each other."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from depyf.capture.dump_directory import DumpDirectory
from depyf.capture.journal import Journal, read_journal
from depyf.capture.manifest import MANIFEST
from depyf.model.events import Note
from depyf.model.file_names import JOURNAL

PROCESSES, THREADS, ROUNDS = 8, 8, 6
DEAD = (1 << 31) - 1  # no system has a process of this number

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning"),
]


def forked(work):
    """Starts a process that waits for a byte, works, and says what came of it."""
    wait, go = os.pipe()
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(go)
            os.read(wait, 1)
            os.write(tell, work().encode())
            os.close(tell)
            os.read(wait, 1)  # alive until all have claimed
        finally:
            os._exit(0)
    os.close(tell)
    return child, go, told


def at_once(work):
    started = [forked(work) for _ in range(PROCESSES)]
    for _, go, _ in started:
        os.write(go, b"x")
    answers = [os.read(told, 4096).decode() for *_, told in started]
    for _, go, told in started:  # each child has those of the children before it, too
        os.close(go)
        os.close(told)
    for child, *_ in started:
        os.waitpid(child, 0)
    return answers


@pytest.mark.parametrize("found", ["nothing", "a dump", "a killed run", "a stranger's"])
def test_each_process_gets_a_folder_of_its_own(tmp_path, found):
    made = {"a dump": ("depyf", False), "a killed run": ("depyf", True)}
    by, writing = made.get(found, ("somebody", False))
    content = {"made_by": by, "process": DEAD, "writing": writing, "files": {}}

    def work():
        directory = DumpDirectory(tmp_path / str(number))
        directory.open()
        Journal(directory).record(Note(None, text=str(os.getpid())))
        return str(directory.path)

    for number in range(ROUNDS):
        base = tmp_path / str(number)
        if found != "nothing":
            base.mkdir()
            (base / MANIFEST).write_text(json.dumps(content))
        paths = at_once(work)
        assert len(set(paths)) == PROCESSES, number
        assert str(base) in paths
        for path in paths:
            assert len(list(read_journal(Path(path) / JOURNAL))) == 1
        assert not list(base.rglob(".*"))


def test_threads_lose_no_line_and_no_file(tmp_path):
    directory = DumpDirectory(tmp_path)
    directory.open()
    journal = Journal(directory)
    ready = threading.Barrier(THREADS)

    def work(own):
        ready.wait()
        for number in range(50):
            journal.record(Note(None, text=f"{own} {number}"))
            directory.write(f"__transformed_code_{number}_for_f{own}.py", "text")
            directory.write("__transformed_code_0_for_all.py", "text" * number)

    threads = [threading.Thread(target=work, args=(own,)) for own in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    directory.close()
    told = [event.text for event in read_journal(tmp_path / JOURNAL)]
    assert sorted(told) == sorted(f"{a} {b}" for a in range(THREADS) for b in range(50))
    assert len(list(tmp_path.glob("__transformed_code_*"))) == 50 * THREADS + 1
    assert not list(tmp_path.glob("*.tmp"))


def test_what_a_killed_process_had_begun_is_removed_by_the_next(tmp_path):
    for process in (DEAD, os.getppid()):
        (tmp_path / f".depyf.{process}.1.0.tmp").write_text("half")
    content = {"made_by": "depyf", "process": DEAD, "writing": True, "files": {}}
    (tmp_path / MANIFEST).write_text(json.dumps(content))
    DumpDirectory(tmp_path).open()
    assert [path.name for path in tmp_path.glob(".depyf.*")] == [
        f".depyf.{os.getppid()}.1.0.tmp"
    ]


def test_a_directory_that_another_process_took_meanwhile_is_left_to_it(tmp_path):
    directory = DumpDirectory(tmp_path)
    directory.open()
    directory.close()
    content = {"made_by": "depyf", "process": os.getppid(), "writing": True}
    (tmp_path / MANIFEST).write_text(json.dumps(content))
    directory.open()
    assert directory.path == tmp_path / f"pid_{os.getpid()}"


def test_a_process_that_was_killed_while_it_took_over_holds_up_nobody(tmp_path):
    content = {"made_by": "depyf", "process": DEAD, "writing": True, "files": {}}
    (tmp_path / MANIFEST).write_text(json.dumps(content))
    status = (tmp_path / MANIFEST).stat()
    known = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
    turn = tmp_path / f".depyf.{'-'.join(map(str, known))}.turn"
    turn.write_text(json.dumps(content))
    directory = DumpDirectory(tmp_path)
    directory.open()
    assert directory.path == tmp_path
    assert not turn.exists()
