"""The page of the unedited program links to what `depyf cure` wrote beside its dump."""

from __future__ import annotations

from dataclasses import replace

import pytest

from depyf.cli.cure_files import FIRST_DUMP, cure_files
from depyf.model.build import fold
from depyf.model.edit_tried import EditedLines
from depyf.render.page_data import page_parts
from depyf.render.run_texts import RunTexts


@pytest.fixture
def folder(tmp_path):
    (tmp_path / FIRST_DUMP).mkdir(parents=True)
    for number in (2, 10):
        dump = tmp_path / "runs" / f"run_{number}" / "dump"
        dump.mkdir(parents=True)
        (dump / "index.html").write_text("")
    (tmp_path / "cure.md").write_text("# What depyf tried\n")
    return tmp_path


def test_the_last_run_that_remains_has_the_kept_edits(folder):
    dump = folder / FIRST_DUMP
    (found,) = cure_files(dump, dump)
    assert found.results == "../../../cure.md"
    assert found.after == "../../run_10/dump/index.html"
    base = page_parts(RunTexts(fold([found])))["base"]
    assert base["cure_files"] == {"results": found.results, "after": found.after}


def test_a_report_elsewhere_links_to_the_same_files(folder):
    (found,) = cure_files(folder / FIRST_DUMP, folder / "report")
    assert found.results == "../cure.md"


def test_without_kept_edits_there_is_only_the_list(folder):
    for number in (2, 10):
        (folder / "runs" / f"run_{number}" / "dump" / "index.html").unlink()
    (found,) = cure_files(folder / FIRST_DUMP, folder)
    assert (found.results, found.after) == ("cure.md", "")


def test_an_edited_run_links_to_the_run_before_the_edits(folder):
    (folder / FIRST_DUMP / "index.html").write_text("")
    dump = folder / "runs" / "run_10" / "dump"
    (found,) = cure_files(dump, dump)
    assert (found.results, found.after) == ("../../../cure.md", "")
    assert found.before == "../../run_0/dump/index.html"
    base = page_parts(RunTexts(fold([found])))["base"]
    assert base["cure_files"]["before"] == found.before
    (unedited,) = cure_files(folder / FIRST_DUMP, folder)
    assert unedited.before == ""


def test_a_run_with_some_of_the_kept_edits_links_to_the_one_with_all(folder):
    dump = folder / "runs" / "run_2" / "dump"
    (found,) = cure_files(dump, dump)
    assert found.after == "../../run_10/dump/index.html"


def test_an_edited_run_alone_says_that_it_is_one():
    edited = EditedLines(None, file="agent.py", lines=(3,))
    base = page_parts(RunTexts(fold([edited])))["base"]
    assert base["cure_files"] == {"results": "", "after": "", "before": ""}
    assert "diff" not in base["edited"][0]
    told = page_parts(RunTexts(fold([replace(edited, diff="+a\n")])))["base"]
    assert told["edited"][0]["diff"] == "+a\n"


def test_another_dump_has_no_links(folder):
    other = folder / "runs" / "plain" / "dump"
    other.mkdir(parents=True)
    assert [*cure_files(other, folder)] == []
    (folder / "cure.md").unlink()
    assert [*cure_files(folder / FIRST_DUMP, folder)] == []
    assert "cure_files" not in page_parts(RunTexts(fold([])))["base"]
