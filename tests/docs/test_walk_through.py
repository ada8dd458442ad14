"""The walk-through shows what its programs do, is short, and all of it is reachable."""

from __future__ import annotations

import difflib
import os
import re
import sys

import pytest

from depyf.cli.learn import chapters
from tests.docs.shown import bodies, marks, pages, runs
from tests.docs.shown.scrub import scrubbed
from tests.docs.shown.sessions import transcript

CHAPTERS = pages.chapters()
LISTED = chapters()
# Chapter 12 is an index: a section for each symptom.
MOST_WORDS = {12: 1300}
FENCED = re.compile(r"^(`{3,})\S*[^\n]*\n.*?^\1$", re.MULTILINE | re.DOTALL)


def number_of(path):
    return int(path.name[:2])


def made_on_these(torch):
    """Whether texts of torch and offsets of bytecode are those that pages show."""
    here = sys.version_info[:2], torch.__version__.partition("+")[0]
    return here == ((3, 11), "2.13.0")


# With debuggers, models, ranks, three backends, all symptoms: a minute each.
DEAR = {3, 6, 7, 8, 9, 10, 12, 13}
SLOW = pytest.mark.slow(reason="every program of a chapter runs")
RARE = pytest.mark.rare(reason="a chapter that takes a minute")


@pytest.mark.torch
@pytest.mark.parametrize(
    "chapter",
    [
        pytest.param(
            path, marks=RARE if number_of(path) in DEAR else SLOW, id=path.stem
        )
        for path in CHAPTERS
    ],
)
def test_a_chapter_shows_what_its_programs_do(chapter, tmp_path):
    torch = pytest.importorskip("torch")
    if not made_on_these(torch):
        pytest.skip("pages are made with torch 2.13 on CPython 3.11")
    runner = runs.Runner(tmp_path)
    same = [path for path in pages.translated() if path.name == chapter.name]
    for path in [chapter, *same]:
        made = pages.made(path, runner)
        for file, text in {path: made.text, **made.pictures}.items():
            there = file.read_text(encoding="utf-8") if file.exists() else ""
            found = difflib.unified_diff(
                there.splitlines(), text.splitlines(), "docs", "now", lineterm=""
            )
            difference = "\n".join(found)
            assert not difference, f"`make docs` writes {file.name} anew\n{difference}"


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_is_read_in_some_minutes(chapter):
    text = marks.without_bodies(chapter.read_text(encoding="utf-8"))
    prose = re.sub(r"(?s)<!--.*?-->", "", FENCED.sub("", text))
    assert len(prose.split()) <= MOST_WORDS.get(number_of(chapter), 1000)


@pytest.mark.parametrize(
    "program", sorted(runs.PROGRAMS.rglob("*.py")), ids=lambda path: path.stem
)
def test_a_program_fits_one_look(program):
    assert len(program.read_text(encoding="utf-8").splitlines()) <= 25


def test_chapters_are_listed_as_they_are_called():
    headings = {
        path.stem: path.read_text(encoding="utf-8").partition("\n")[0]
        for path in CHAPTERS
    }
    assert {one.page: f"# {one.number}. {one.title}" for one in LISTED} == headings


@pytest.mark.parametrize("chapter", LISTED, ids=lambda one: one.page)
def test_a_listed_program_is_shown_in_its_chapter(chapter):
    text = (pages.WALK_THROUGH / f"{chapter.page}.md").read_text(encoding="utf-8")
    shown = {mark.subject for mark in marks.marks_of(text) if mark.kind == "program"}
    assert shown == set(chapter.programs)
    assert chapter.open in text


def test_every_program_belongs_to_a_chapter():
    every = {
        path.relative_to(runs.PROGRAMS).as_posix()
        for path in runs.PROGRAMS.rglob("*.py")
    }
    listed = {name for one in LISTED for name in one.programs}
    assert {name for name in listed if name.endswith(".py")} == every


PAGE = """\
Text.
<!-- run other = one.py 1 | edit `a -> b` -> `c` | after first -->
old
<!-- end -->
<!-- file other: x_*.py | from /^def/ | only /=/ | only /return/ -->
<!-- end -->
"""


def test_marks_are_found_with_their_options():
    run, file = marks.marks_of(PAGE)
    assert (run.kind, run.subject) == ("run", "other = one.py 1")
    assert run.one("after") == "first"
    assert file.every("only") == ["/=/", "/return/"]


def test_only_what_is_between_marks_is_replaced():
    made = marks.with_bodies(PAGE, lambda mark: f"{mark.kind}\n")
    assert made == PAGE.replace("old\n", "run\n").replace(
        "return/ -->\n", "return/ -->\nfile\n"
    )
    assert marks.without_bodies(made) == PAGE.replace("old\n", "")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("from /b/ | to /d/", ["b = 1", "  c = 2", "  d"]),
        ("from /b/ | before /d/", ["b = 1", "  c = 2"]),
        ("from /c/", ["c = 2", "d"]),
        ("only /=/", ["b = 1", "  c = 2"]),
        ("from /a/ | first 1", ["a"]),
        ("without /c/", ["a", "b = 1", "  ...", "  d"]),
    ],
)
def test_a_part_of_a_file_is_chosen(options, expected):
    (mark,) = marks.marks_of(f"<!-- file a: b | {options} -->\n<!-- end -->\n")
    lines = ["a", "b = 1", "  c = 2", "  d", ""]
    assert bodies._chosen(lines, mark, "...") == expected


def test_a_part_that_is_not_there_is_an_error():
    (mark,) = marks.marks_of("<!-- file a: b | from /nothing/ -->\n<!-- end -->\n")
    with pytest.raises(LookupError, match="nothing"):
        bodies._chosen(["a"], mark, "...")


def test_a_session_is_what_the_debugger_says_in_order(tmp_path):
    (tmp_path / "one.py").write_text("x = 1\ny = x + 1\n", encoding="utf-8")
    typed = tmp_path / "typed.pdb"
    command = f"$ {sys.executable} -m pdb one.py\n"
    typed.write_text(f"{command}next\np x\nq\n{command}p 1 + 1\n", encoding="utf-8")
    said = scrubbed(transcript(typed, tmp_path, dict(os.environ)), tmp_path)
    said = said.replace(sys.executable, "python")
    assert said.splitlines() == [
        "$ python -m pdb one.py",
        "> one.py(1)<module>()",
        "-> x = 1",
        "(Pdb) next",
        "> one.py(2)<module>()",
        "-> y = x + 1",
        "(Pdb) p x",
        "1",
        "(Pdb) q",
        "$ python -m pdb one.py",
        "> one.py(1)<module>()",
        "-> x = 1",
        "(Pdb) p 1 + 1",
        "2",
    ]


def test_what_differs_from_run_to_run_is_taken_out(tmp_path):
    text = (
        f"{tmp_path}/a.py took 1.5 s, 12 µs; <object at 0x7f001234abcd>; "
        "__compiled_fn_1_e9e7155b_9639_45e2_9700_a5b16985b981; torch 2.13.0+cpu; "
        "140737488355328; -0.479599416255\n"
        "  - compiling took 1.5 s: Dynamo 1.4 s, AOTAutograd 9 ms\n"
    )
    assert scrubbed(text, tmp_path) == (
        "a.py took … s, … µs; <object at 0x…>; __compiled_fn_1_…; torch 2.13.0; "
        "…; -0.479599416255\n"
    )


def test_an_edit_of_a_line_that_is_not_there_is_an_error():
    run = runs.Run("x", "compiler.py", edits=(("no such line", ""),))
    with pytest.raises(ValueError, match="no such line"):
        run.text()


def test_what_fits_a_page_is_not_cut():
    half = bodies._CUT // 2
    fits = "x = 1" + " " * 20 + "  # " + "b" * (half + 5)
    assert bodies._fit(fits, "python") == [fits]
    wide = f"{' ' * bodies._CUT}  # {'b' * half}"
    assert bodies._fit(f"x = 1{wide}", "python") == [f"x = 1  # {'b' * half}"]


def test_of_a_wide_line_code_and_remark_are_shown():
    (line,) = bodies._fit("x" * bodies._CUT + "  # " + "b" * bodies._CUT, "python")
    assert len(line) == bodies._CUT
    assert "x…  # b" in line
    (line,) = bodies._fit("    # " + "b" * bodies._CUT, "python")
    assert line.startswith("    # b")
    assert len(line) <= bodies._CUT


def test_runs_of_one_name_do_not_take_each_others_place(tmp_path, monkeypatch):
    """Chapters are written in one go, and translations look at their runs again."""

    def finished(command, folder, environment, *, fresh=False):
        last = (folder / command[-1]).read_text(encoding="utf-8").splitlines()[-1]
        return runs.Done(folder, last, "", 0)

    monkeypatch.setattr(runs, "_finished", finished)
    runner = runs.Runner(tmp_path)
    one = runs.Run("cured", "by_hand.py", appended=("print('one')",), plain=True)
    other = runs.Run("cured", "by_hand.py", appended=("print('other')",), plain=True)
    first, second = runner.done(one), runner.done(other)
    assert "one" in first.stdout
    assert "other" in second.stdout
    assert first.folder != second.folder
    assert "print('one')" in (first.folder / "by_hand.py").read_text(encoding="utf-8")
    assert runner.done(one) is first
