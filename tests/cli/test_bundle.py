"""`depyf doctor --bundle`: what goes into the zip file, and what does not."""

from __future__ import annotations

import json
import zipfile

import pytest

from depyf.cli.doctor import environment_lines, without_home
from depyf.cli.main import main
from depyf.model.events import Failure, FrameStarted, RunStarted
from depyf.model.serialize import event_to_json

PROGRAM = "/home/jane/work/train.py --token s3cret"
INDEX = """\
# train.py --token s3cret on torch 2.13.0, Python 3.11.7: 1 graph
loss.py:3 of /home/jane/work/loss.py
"""


@pytest.fixture
def dump(tmp_path):
    """Return a small dump with a failure and the folder of another rank."""
    folder = tmp_path / "dump"
    (folder / "rank_1").mkdir(parents=True)
    events = [
        RunStarted(None, program=PROGRAM),
        FrameStarted(None, co_name="private_function"),
        Failure(None, where="graphs", error="KeyError: 'x'", consequence="no graph"),
    ]
    lines = "".join(json.dumps(event_to_json(event)) + "\n" for event in events)
    for place in (folder, folder / "rank_1"):
        (place / "journal.jsonl").write_text(lines, "utf-8")
        (place / "index.md").write_text(INDEX, "utf-8")
    (folder / "depyf_failures.txt").write_text("File /home/jane/a.py\n", "utf-8")
    (folder / "full_code_for_f_0.py").write_text("private_constant = 1\n", "utf-8")
    return folder


def held_by(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_without_a_dump_it_holds_what_the_doctor_says(tmp_path, capsys):
    target = tmp_path / "report.zip"
    assert main(["doctor", "--bundle", str(target)]) == 0
    texts = held_by(target)
    assert set(texts) == {"doctor.txt"}
    assert texts["doctor.txt"].startswith("depyf ")
    assert "doctor.txt" in capsys.readouterr().out


def test_of_a_dump_it_holds_the_small_texts_and_says_which(tmp_path, dump, capsys):
    target = tmp_path / "report.zip"
    assert main(["doctor", "--bundle", str(target), str(dump)]) == 0
    texts = held_by(target)
    assert set(texts) == {
        "doctor.txt",
        "dump/depyf_failures.txt",
        "dump/index.md",
        "dump/journal_excerpt.jsonl",
        "dump/rank_1/index.md",
        "dump/rank_1/journal_excerpt.jsonl",
    }
    printed = capsys.readouterr().out
    assert all(name in printed for name in texts)
    excerpt = texts["dump/journal_excerpt.jsonl"]
    kinds = [json.loads(line)["kind"] for line in excerpt.splitlines()]
    assert kinds == ["run_started", "failure"]
    assert "~/work/loss.py" in texts["dump/index.md"]


def test_it_holds_no_arguments_no_home_and_no_code(tmp_path, dump):
    target = tmp_path / "report.zip"
    main(["doctor", "--bundle", str(target), str(dump)])
    everything = "\n".join(held_by(target).values())
    for private in ("s3cret", "jane", "private_function", "private_constant"):
        assert private not in everything


def test_a_long_text_is_cut_and_says_so(tmp_path, dump):
    (dump / "index.md").write_text("x" * 600_000, "utf-8")
    target = tmp_path / "report.zip"
    main(["doctor", "--bundle", str(target), str(dump)])
    assert held_by(target)["dump/index.md"].endswith(
        "... cut after 500,000 characters\n"
    )


def test_a_file_that_is_there_stays_as_it_is(tmp_path, capsys):
    target = tmp_path / "report.zip"
    target.write_text("mine")
    assert main(["doctor", "--bundle", str(target)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert target.read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bundle", "depyf_debug_dir"], "not the name of a zip file"),
        (["--bundle", "no_folder/report.zip"], "cannot be written"),
        (["--bundle", "report.zip", "nowhere"], "holds no journal.jsonl"),
    ],
)
def test_bad_input_is_told_and_nothing_is_written(
    arguments, said, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert main(["doctor", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_dump_that_cannot_be_read_is_told(tmp_path, dump, monkeypatch, capsys):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("depyf.cli.doctor.read_journal", refuse)
    target = tmp_path / "report.zip"
    assert main(["doctor", "--bundle", str(target), str(dump)]) == 2
    assert "cannot be read: Permission denied" in capsys.readouterr().err
    assert not target.exists()


def test_a_dump_without_a_bundle_is_read(dump, capsys):
    assert main(["doctor", str(dump)]) == 0
    assert "messages of torch that depyf cannot parse" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/data/al/x.py", "~/x.py"),
        ("'/data/al'", "'~'"),
        ("/data/alice/x.py /data/al.old", "/data/alice/x.py /data/al.old"),
        ("/mnt/data/al/x.py", "/mnt/data/al/x.py"),
        ("/home/other/x.py:3 /Users/other/y.py", "~/x.py:3 ~/y.py"),
        (r'"C:\\Users\\other\\x.py"', r'"~\\x.py"'),
    ],
)
def test_homes_are_not_told(text, expected, monkeypatch):
    monkeypatch.setenv("HOME", "/data/al")
    monkeypatch.setenv("USERPROFILE", "/data/al")
    assert without_home(text) == expected


@pytest.mark.parametrize("home", ["/", ""])
def test_a_home_that_is_the_root_replaces_nothing(home, monkeypatch):
    monkeypatch.setenv("HOME", home)
    monkeypatch.setenv("USERPROFILE", home)
    assert without_home("/usr/lib/x.py a") == "/usr/lib/x.py a"


def test_values_of_the_environment_are_shown_where_they_hold_no_secret():
    lines = environment_lines(
        {
            "TORCH_LOGS": "+dynamo",
            "TORCHINDUCTOR_FREEZING": "1",
            "TORCHINDUCTOR_REDIS_URL": "redis://user:s3cret@host",
            "PYTHON_KEYRING_PASSWORD": "12345678",
            "HF_TOKEN": "s3cret",
        }
    )
    assert list(lines) == [
        "PYTHON_KEYRING_PASSWORD is set",
        "TORCHINDUCTOR_FREEZING=1",
        "TORCHINDUCTOR_REDIS_URL is set",
        "TORCH_LOGS=+dynamo",
    ]


def test_a_torch_that_cannot_be_imported_is_told(tmp_path, monkeypatch, capsys):
    import builtins
    import importlib.machinery

    from depyf.cli import doctor

    def fail(name, *others, **named):
        if name == "depyf.capture":
            raise ImportError("libtorch.so is missing")
        return ordinary(name, *others, **named)

    ordinary = builtins.__import__
    there = importlib.machinery.ModuleSpec("torch", None)
    monkeypatch.setattr(doctor, "find_spec", lambda _: there)
    monkeypatch.setattr(builtins, "__import__", fail)
    assert main(["doctor"]) == 0
    monkeypatch.undo()
    assert "cannot be imported: ImportError: libtorch.so" in capsys.readouterr().out
