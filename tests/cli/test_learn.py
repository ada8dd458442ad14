"""`depyf learn`: chapters are listed, copied once, and run."""

from __future__ import annotations

import re

import pytest

from depyf.cli import learn
from depyf.cli.main import main
from tests.warm import run_python


def test_chapters_are_listed(capsys):
    assert main(["learn"]) == 0
    printed = capsys.readouterr().out
    for chapter in learn.chapters():
        assert f"{chapter.number}  {chapter.title}" in printed


def test_a_chapter_that_is_not_there_is_told(capsys):
    assert main(["learn", "99"]) == 2
    assert "there is no chapter 99; there are 1 to" in capsys.readouterr().err


def test_a_python_without_torch_is_told(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(learn, "find_spec", lambda _: None)
    assert main(["learn", "1", "--out", str(tmp_path)]) == 2
    assert "needs torch" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_what_a_reader_changed_stays(tmp_path, capsys):
    first, *_ = learn.chapters()
    folder = learn.copied(first, tmp_path)
    program = folder / first.programs[0]
    program.write_text("changed = True\n", encoding="utf-8")
    learn.copied(first, tmp_path)
    assert program.read_text(encoding="utf-8") == "changed = True\n"
    assert f"{program} was changed" in capsys.readouterr().err
    assert (folder / f"{first.page}.md").is_file()


def test_a_chapter_that_compiles_nothing_needs_no_torch(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(learn, "find_spec", lambda _: None)
    (chapter,) = [one for one in learn.chapters() if not one.open]
    assert main(["learn", str(chapter.number), "--out", str(tmp_path)]) == 0
    assert "RETURN_VALUE" in capfd.readouterr().out


@pytest.mark.parametrize("chapter", learn.chapters(), ids=lambda one: one.page)
def test_the_text_of_a_chapter_comes_with_its_pictures(chapter, tmp_path):
    folder = learn.copied(chapter, tmp_path)
    text = (folder / f"{chapter.page}.md").read_text(encoding="utf-8")
    assert "<!--" not in text
    for picture in re.findall(r"!\[.*?\]\((.*?)\)", text):
        assert (folder / picture).is_file()


@pytest.mark.torch
def test_a_chapter_runs_and_says_what_to_open(tmp_path):
    done = run_python(["-m", "depyf", "learn", "1"], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("first:")
    named = done.stderr.splitlines()[-1].rpartition(" ")[2]
    assert (tmp_path / named).is_file(), done.stderr
