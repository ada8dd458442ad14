"""Files of the user's that have the names of depyf's results are kept."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace

import pytest

from depyf.curing.attempts import Attempt
from depyf.curing.cure import Cured
from depyf.curing.program_files import Edit, ProgramFiles
from depyf.curing.proposal import Proposal
from depyf.curing.result_files import (
    changed,
    make_room_for_runs,
    page,
    so_far,
    summary,
    write,
)
from depyf.curing.trial import Measure
from depyf.curing.verdicts import Verdict

NAMES = ("cure.patch", "cure.json", "cure.md")


def cured(folder):
    file = folder / "main.py"
    file.write_text("a = 1\n", encoding="utf-8")
    files = ProgramFiles(str(folder), str(file), {})
    return Cured(None, None, files.edited([Edit(str(file), 1, 1, ("a = 2",))]))


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_the_users_is_kept_and_the_command_says_so(tmp_path, name):
    (tmp_path / name).write_text("mine", encoding="utf-8")
    (told,) = write(cured(tmp_path), tmp_path)
    assert told.endswith(f"it is now `{name}.before-depyf`")
    assert (tmp_path / f"{name}.before-depyf").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / name).read_text(encoding="utf-8") != "mine"


def test_results_of_an_earlier_cure_are_replaced_without_a_word(tmp_path):
    assert write(cured(tmp_path), tmp_path) == []
    assert write(cured(tmp_path), tmp_path) == []
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([*NAMES, "main.py"])
    assert json.loads((tmp_path / "cure.json").read_text(encoding="utf-8"))["schema"]


def test_each_part_of_an_edit_has_a_line_with_its_effect(tmp_path):
    steps = tuple(
        Proposal("f", what, (Edit("main.py", 1, 1, ("a = 2",)),))
        for what in ("do `a`", "do `b`")
    )
    figures = Measure(0)
    why, so_far = "graph breaks 2 -> 0", ("graph breaks 2 -> 1",)
    one = Attempt(steps, Verdict.KEPT, figures, figures, why, "", so_far)
    text = page(replace(cured(tmp_path), attempts=(one,)))
    assert "One edit with 2 parts, tried one after the other:" in text
    assert "  1. do `a`: graph breaks 2 -> 1.\n" in text
    assert "  2. do `b`: graph breaks 2 -> 0.\n" in text


def test_a_run_with_the_first_of_two_kept_edits_names_the_second():
    steps = [Proposal("f", what, (Edit("/p/a.py", 1, 1, ()),), at=1) for what in "xy"]
    why = "graph breaks 2 -> 0; 1 line is no longer compiled"
    kept = [
        Attempt((step,), Verdict.KEPT, Measure(0), Measure(0), why, "")
        for step in steps
    ]
    told = so_far(kept, 1, "/p")
    assert told.next_edit == "y (a.py:1)"
    assert told.lines == (
        "This run has 1 of 2 kept edits.",
        "The next one: y (a.py:1): graph breaks 2 -> 0.",
    )


def test_a_time_is_the_same_in_words_and_in_the_figures():
    before, after = (
        Measure(0, seconds=seconds, compile_seconds=seconds)
        for seconds in (26.9, 23.0496)
    )
    # The figures are 23.05, which `cure.json` and the page have.
    words = "compile time 26.9 s -> 23.1 s, whole run 26.9 s -> 23.1 s"
    assert changed(before, after) == words


def figures(recompiles, compiling, again, breaks=0):
    return Measure(
        compile_seconds=compiling,
        recompile_seconds=again,
        recompiles=recompiles,
        graph_breaks=breaks,
    )


def summary_of(folder, before, after):
    attempt = Attempt((), Verdict.KEPT, before, after, "", "")
    of = {"attempts": (attempt,), "before": before, "after": after}
    return [*summary(replace(cured(folder), **of))]


CHANCE = "First compilations are the rest; their times vary from run to run."


def test_the_seconds_of_recompiles_are_apart_from_those_of_first_compilations(tmp_path):
    before, after = figures(4, 42.8, 5.7), figures(0, 24.7, 0.0)
    words, chance = summary_of(tmp_path, before, after)
    assert "compile time 42.8 s -> 24.7 s (recompiles 5.7 s -> 0.0 s)," in words
    assert chance == CHANCE


def test_where_recompiles_are_all_that_is_saved_they_are_not_apart(tmp_path):
    before, after = figures(4, 30.8, 5.7), figures(0, 24.7, 0.0)
    (words,) = summary_of(tmp_path, before, after)
    assert "compile time 30.8 s -> 24.7 s," in words


def test_a_graph_break_less_changes_first_compilations_too(tmp_path):
    before, after = figures(4, 42.8, 5.7, breaks=1), figures(0, 24.7, 0.0)
    (words,) = summary_of(tmp_path, before, after)
    assert "compile time 42.8 s -> 24.7 s," in words


def test_the_first_line_of_the_patch_does_not_stop_git(tmp_path):
    write(cured(tmp_path), tmp_path)
    command = ["git", "apply", "cure.patch"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    assert (tmp_path / "main.py").read_text(encoding="utf-8") == "a = 2\n"


def run_of_depyf(folder):
    folder.mkdir(parents=True)
    (folder / "order.json").write_text('{"texts": {}}', encoding="utf-8")


def test_the_folder_of_another_program_that_is_called_runs_is_kept(tmp_path):
    run_of_depyf(tmp_path / "runs" / "run_0")
    (tmp_path / "runs" / "run_1").mkdir()
    (tmp_path / "runs" / "run_1" / "events.out").write_text("mine", encoding="utf-8")
    (told,) = make_room_for_runs(tmp_path)
    assert told.endswith("it is now `runs.before-depyf`")
    assert (tmp_path / "runs.before-depyf" / "run_1" / "events.out").is_file()


def test_a_link_that_is_called_runs_is_renamed(tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "runs").symlink_to(tmp_path / "other")
    assert make_room_for_runs(tmp_path)
    assert not (tmp_path / "runs").exists()
    assert (tmp_path / "other").is_dir()


def test_runs_of_an_earlier_cure_are_used_again(tmp_path):
    run_of_depyf(tmp_path / "runs" / "run_0")
    (tmp_path / "runs" / "run_1").mkdir()  # depyf was killed at once
    assert make_room_for_runs(tmp_path) == []
    assert make_room_for_runs(tmp_path / "new") == []
