"""Commands in odd surroundings end with a result or one line: no traceback."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import depyf
from depyf.cli import doctor
from depyf.cli.main import main
from depyf.model.findings.rewriting import function_at
from depyf.model.python_text import parsed

from .journal_mutations import recorded

pytestmark = pytest.mark.skipif(os.name == "nt", reason="shells of POSIX")
SOURCES = str(Path(depyf.__file__).parents[1])
DEPYF = f"{shlex.quote(sys.executable)} -m depyf"


def shell(text, folder):
    environment = {**os.environ, "PYTHONPATH": SOURCES}
    done = subprocess.run(
        ["sh", "-c", text],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture
def dump(tmp_path):
    folder = tmp_path / "dump"
    folder.mkdir()
    lines = b"".join(line + b"\n" for line in recorded("early_return"))
    (folder / "journal.jsonl").write_bytes(lines)
    return folder


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
def test_a_closed_stdout_is_no_error(dump, closed):
    assert shell(f"{DEPYF} report dump {closed}", dump.parent).returncode == 0
    assert (dump / "index.md").is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["report dump", "decompile --passes"])
def test_a_full_stdout_is_told(dump, command):
    done = shell(f"{DEPYF} {command} > /dev/full", dump.parent)
    assert done.returncode == 1
    assert done.stderr.startswith("depyf: the output cannot be written: No space left")
    assert done.stderr.count("\n") == 1


def test_a_current_directory_that_is_gone_hinders_only_what_needs_one(tmp_path):
    begin = f"mkdir gone; cd gone; rmdir ../gone; {DEPYF}"
    done = shell(f"{begin} decompile textwrap:dedent", tmp_path)
    assert done.returncode == 0
    assert "def dedent" in done.stdout
    for command in ("run", "debug", "cure"):
        done = shell(f"{begin} {command} a.py", tmp_path)
        assert done.returncode == 2
        assert "the current directory is gone" in done.stderr


@pytest.mark.parametrize("text", [b"def (", b"print(1)\0", b"\xff\xfe"])
def test_curing_what_is_no_python_says_so(tmp_path, monkeypatch, capsys, text):
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_bytes(text)
    assert main(["cure", "--out", "out", "a.py"]) == 1
    assert "Error" in capsys.readouterr().err
    assert not Path("out").exists()


@pytest.mark.parametrize(
    "command", [["cure", "--out", "mine"], ["learn", "--out", "mine"]]
)
def test_a_file_in_the_place_of_the_results_is_told(
    tmp_path, monkeypatch, capsys, command
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("depyf.cli.learn.find_spec", lambda _: True)  # without torch
    Path("mine").write_text("mine")
    Path("a.py").write_text("print(1)")
    assert main([*command, "a.py" if command[0] == "cure" else "1"]) in {1, 2}
    assert "mine" in capsys.readouterr().err
    assert Path("mine").read_text() == "mine"


# --- the bundle, which somebody hands on ----------------------------------------------


@pytest.fixture(autouse=True)
def without_torch(monkeypatch):
    """To import torch takes seconds."""
    monkeypatch.setattr(doctor, "_torch_lines", lambda: iter(()))


def bundled(dump):
    target = dump.parent / "bundle.zip"
    assert main(["doctor", "--bundle", str(target), str(dump)]) == 0
    with zipfile.ZipFile(target) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize("link", ["folder", "file"])
def test_a_bundle_holds_nothing_that_a_link_leads_to(tmp_path, dump, link):
    other = tmp_path / "other"
    other.mkdir()
    note = '{"kind": "note", "text": "SECRET"}\n'
    (other / "journal.jsonl").write_text(note)
    (other / "index.md").write_text("SECRET")
    if link == "folder":
        (dump / "rank_1").symlink_to(other)
    else:
        (dump / "rank_1").mkdir()
        for name in ("journal.jsonl", "index.md"):
            (dump / "rank_1" / name).symlink_to(other / name)
    assert "SECRET" not in "".join(bundled(dump).values())


def test_a_bundle_of_many_huge_files_is_small(dump, monkeypatch):
    monkeypatch.setattr(doctor, "_MOST_FOLDERS", 4)
    for number in range(10):
        folder = dump / f"pid_{number}"
        folder.mkdir()
        (folder / "journal.jsonl").write_text('{"kind": "note", "text": "a"}\n' * 3)
        with (folder / "index.md").open("wb") as stream:
            stream.truncate(1 << 40)  # a hole: it takes no room
    texts = bundled(dump)
    assert max(map(len, texts.values())) < 501_000
    assert "7 folders of other processes are left out" in texts["left_out.txt"]


def test_a_folder_whose_name_is_no_text_is_in_the_bundle(dump):
    folder = dump / os.fsdecode(b"\xff")
    folder.mkdir()
    (folder / "journal.jsonl").write_text('{"kind": "note", "text": "a"}\n')
    assert "dump/\\udcff/journal_excerpt.jsonl" in bundled(dump)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds memory")
def test_a_report_that_fills_the_memory_ends_in_an_error(dump):
    """In a child: where memory ends, anything may fail."""
    note = json.dumps({"kind": "note", "text": "word " * 2_000_000})
    (dump / "journal.jsonl").write_text(f"{note}\n" * 9)
    program = """
import resource, sys
from depyf.cli.report import make_report
from depyf.errors import ReportNotWrittenError
from depyf.reading.limits import Limits
before = resource.getrlimit(resource.RLIMIT_AS)
try:
    make_report(sys.argv[1], None, (), Limits(memory=150 << 20))
except ReportNotWrittenError as error:
    print(error, before == resource.getrlimit(resource.RLIMIT_AS))
"""
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(program)} dump"
    assert "more than 150 MiB of memory; `--no-limits` lets it have more True" in (
        shell(command, dump.parent).stdout
    )
    assert not (dump / "index.md").exists()


# --- numbers and ends of lines --------------------------------------------------------


def test_a_report_of_a_program_with_long_arguments_is_known_as_depyfs(dump, capsys):
    begin = (
        '{"kind": "run_started", "program": "a.py", "started_at": 1.0, "arguments": '
    )
    old = (dump / "journal.jsonl").read_text()
    (dump / "journal.jsonl").write_text(f'{begin}"{"x y" * 99_000}"}}\n{old}')
    assert main(["report", str(dump)]) == main(["report", str(dump)]) == 0
    assert not list(dump.glob("*.before-depyf"))


def test_records_of_unknown_kinds_alone_are_not_called_empty(dump, capsys):
    (dump / "journal.jsonl").write_text('{"kind": "of a later release"}\n' * 2)
    assert main(["report", str(dump)]) == 1
    assert "no record of a kind that depyf knows, 2 others" in capsys.readouterr().err


def test_a_text_with_lone_returns_is_not_parsed():
    """Python counts lines there that no other reader of the text counts."""
    assert parsed("a = 1\r\nb = 2\r\n") is not None
    assert parsed("a = 1\rb = 2\n") is None


def test_a_line_number_of_a_billion_makes_no_text_of_a_billion_lines():
    assert function_at("def f():\n    return 1\n", 10**9, 10**9 + 1) is None
