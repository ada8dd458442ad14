"""What was tried is written into the dump of the program as it stands."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from depyf.capture.journal import JOURNAL, read_journal
from depyf.curing.attempts import Attempt
from depyf.curing.program_files import Edit, ProgramFiles
from depyf.curing.proposal import Proposal
from depyf.curing.proposals import aimed, line_before_edits
from depyf.curing.records import edited_lines, events, record
from depyf.curing.trial import Measure
from depyf.curing.verdicts import Verdict
from depyf.model.edit_tried import Aim, EditPart

AIM = Aim("varying-argument", "f", "n", "main.py", 3)


def attempt(verdict, after=None):
    step = Proposal(
        "f", "set it", (Edit("main.py", 5, 5, ("a = 1",)),), aims=(AIM,), at=3
    )
    before = Measure(0, graph_breaks=2)
    return Attempt((step,), verdict, before, after or before, "why", "patch")


def test_a_line_behind_an_earlier_edit_keeps_the_number_that_it_has_on_disk(tmp_path):
    file = tmp_path / "main.py"
    file.write_text("a = 0\nb = 0\nc = 0\n")
    files = ProgramFiles(str(tmp_path), str(file), {})
    edited = files.edited([Edit(str(file), 1, 1, ("x = 1", "y = 2", "z = 3"))])
    lines = [line_before_edits(edited, str(file), line) for line in range(1, 6)]
    assert lines == [0, 0, 0, 2, 3]
    assert line_before_edits(files, str(file), 2) == 2


def test_edits_that_were_run_are_told_with_those_made_before():
    attempts = (attempt(Verdict.KEPT), attempt(Verdict.HARMFUL), attempt(Verdict.KEPT))
    found = [*events(attempts)]
    assert [one.earlier for one in found] == [0, 1, 1]
    assert [one.verdict for one in found] == ["kept", "harmful", "kept"]
    assert found[0].aim == AIM
    assert (found[0].line, found[0].lines) == (3, ("a = 1",))
    assert found[0].before.graph_breaks == 2
    assert [one.diff for one in found] == ["patch"] * 3


def test_a_run_that_did_not_end_has_no_figures_after():
    (one,) = events((attempt(Verdict.HARMFUL, Measure(None, "", "")),))
    assert one.after is None


def test_an_edit_for_a_problem_of_an_earlier_edit_is_told_without_a_finding():
    one = attempt(Verdict.KEPT)
    later = replace(one, steps=(replace(one.steps[0], aims=()),), so_far=())
    (found,) = events((later,))
    assert (found.aim, found.verdict, found.diff) == (None, "kept", "patch")


def test_an_edit_that_cannot_be_made_says_nothing_on_its_finding():
    no = replace(attempt(Verdict.NOT_APPLICABLE), after=None)
    (found,) = events((no,))
    assert (found.aim, found.verdict) == (None, "not applicable")


def test_of_several_parts_the_last_one_says_where_the_edit_is():
    one = attempt(Verdict.KEPT)
    (step,) = one.steps
    last = replace(step, edits=(Edit("other.py", 9, 9, ("b = 1",)),), at=7)
    both = replace(one, steps=(step, last), so_far=("no figure changed",))
    (found,) = events((both,))
    assert (found.file, found.line, found.aim) == ("other.py", 7, AIM)
    made = replace(both, steps=(step, replace(last, at=0)))
    (found,) = events((made,))
    assert (found.file, found.line) == ("main.py", 3)


def test_an_edit_at_a_blank_line_is_named_by_the_line_above(tmp_path):
    file = tmp_path / "main.py"
    file.write_text("import a\n\n\nb = 1\n")
    files = ProgramFiles(str(tmp_path), str(file), {})
    steps = [Proposal("f", "x", (Edit(str(file), n, n - 1, ("c",)),)) for n in (2, 4)]
    rule = SimpleNamespace(applies=lambda _: True, aim=lambda _: Aim())
    found = aimed(steps, [rule], None, files)
    assert [one.at for one in found] == [1, 4]


def test_each_part_of_an_edit_has_its_own_effect():
    one = attempt(Verdict.KEPT)
    both = replace(one, steps=one.steps * 2, so_far=("no figure changed",))
    (found,) = events((both,))
    assert found.parts == (
        EditPart("set it", "no figure changed"),
        EditPart("set it", "why"),
    )
    assert not next(events((one,))).parts


def test_edits_that_no_time_was_left_for_are_told():
    left = Attempt(
        attempt(Verdict.KEPT).steps, Verdict.OUT_OF_BUDGET, Measure(0), None, "", ""
    )
    (one,) = events((left,))
    assert (one.verdict, one.after) == ("out of budget", None)


def test_a_torn_journal_loses_no_record(tmp_path):
    (tmp_path / JOURNAL).write_text('{"kind":"run_started"}\n{"kind":"torn')
    assert record([*events((attempt(Verdict.KEPT),))], tmp_path)
    kinds = [one.kind for one in read_journal(tmp_path / JOURNAL)]
    assert kinds == ["run_started", "edit_tried"]


def test_a_program_without_a_dump_gets_none(tmp_path):
    assert not record([*events((attempt(Verdict.KEPT),))], tmp_path)
    assert not [*tmp_path.iterdir()]


def test_lines_that_edits_made_are_told_by_their_new_numbers(tmp_path):
    file = tmp_path / "main.py"
    file.write_text("a = 0\nb = 0\nc = 0\n")
    files = ProgramFiles(str(tmp_path), str(file), {})
    edits = [Edit(str(file), 1, 0, ("x = 1",)), Edit(str(file), 3, 3, ("c = 1",))]
    (one,) = edited_lines(files.edited(edits))
    assert (one.file, one.lines) == (str(file), (1, 4))


def test_each_edited_file_has_its_part_of_the_patch(tmp_path):
    names = [tmp_path / name for name in ("a.py", "b.py")]
    for file in names:
        file.write_text("a = 0\n")
    files = ProgramFiles(str(tmp_path), str(names[0]), {})
    edited = files.edited([Edit(str(file), 1, 1, ("a = 1",)) for file in names])
    diffs = [one.diff for one in edited_lines(edited)]
    assert [one.splitlines()[0] for one in diffs] == ["--- a/a.py", "--- a/b.py"]
    assert "".join(diffs) == edited.patch()
