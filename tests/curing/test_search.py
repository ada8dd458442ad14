"""The search keeps what helps, drops what harms, and says why; programs are stubs."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from depyf.curing import search as searching
from depyf.curing import verdicts as verdicts_of
from depyf.curing.attempts import State
from depyf.curing.compiled_lines import Lost
from depyf.curing.outputs import Tolerance, reference
from depyf.curing.program_files import Edit, ProgramFiles
from depyf.curing.proposal import Proposal
from depyf.curing.search import Search
from depyf.curing.trial import Measure
from depyf.curing.verdicts import Verdict

TEXT = "a = 0\nb = 0\nc = 0\n"


class Stub:
    """A program whose figures follow from its text; its proposals set variables."""

    def __init__(self, folder, monkeypatch, figures, wanted):
        self.file = folder / "main.py"
        self.file.write_text(TEXT)
        self.figures = figures
        self.runs = 0
        monkeypatch.setattr(
            searching, "proposals", lambda run, files, errors="": wanted(self, run)
        )

    def proposal(self, line, new):
        return Proposal("f", new, (Edit(str(self.file), line, line, (new,)),))

    def measured(self, files, name, limit):
        del name, limit
        self.runs += 1
        values = {}
        exec(files.text(str(self.file)), values)
        known = {name: values[name] for name in "abc"}
        output, code = "1", 0
        figures = self.figures(**known)
        output = figures.pop("output", output)
        code = figures.pop("exit_code", code)
        figures.setdefault("breaks_met", figures.get("graph_breaks", 0))
        return Measure(code, output=output, run=SimpleNamespace(**known), **figures)

    def forget(self, name):
        assert name.startswith("run_")

    def search(self, budget=60.0, **options):
        files = ProgramFiles(str(self.file.parent), str(self.file), {})
        found = Search(
            self, reference("1", "1", Tolerance()), 0,
            time.monotonic() + budget, lambda attempt: None, **options,
        )  # fmt: skip
        found.run(State(files, self.measured(files, "", 0.0)))
        return found


def verdicts(found):
    return [(one.steps[-1].what, one.verdict) for one in found.attempts]


def every(stub, run):
    del run
    return [stub.proposal(1, "a = 1"), stub.proposal(2, "b = 1")]


def test_edits_that_help_are_kept_together(tmp_path, monkeypatch):
    stub = Stub(
        tmp_path, monkeypatch, lambda a, b, c: {"graph_breaks": 2 - a - b}, every
    )
    found = stub.search()
    assert verdicts(found) == [("a = 1", Verdict.KEPT), ("b = 1", Verdict.KEPT)]
    assert [one.name for one in found.kept] == ["run_1", "run_2"]
    assert [one.measure.graph_breaks for one in found.kept] == [1, 0]
    assert found.state.files.text(str(stub.file)) == "a = 1\nb = 1\nc = 0\n"
    assert stub.file.read_text() == TEXT


def test_an_entry_for_each_value_is_no_cure_of_a_break(tmp_path, monkeypatch):
    figures = {"graph_breaks": 3, "plain_functions": 1}
    stub = Stub(
        tmp_path,
        monkeypatch,
        lambda a, b, c: {"graph_breaks": 2, "recompiles": 4} if a else figures,
        lambda one, run: [one.proposal(1, "a = 1")],
    )
    [one] = stub.search().attempts
    assert one.verdict is Verdict.NO_EFFECT
    assert "an entry for each value" in one.why


def test_an_edit_for_another_problem_is_tried_for_the_next_one(tmp_path, monkeypatch):
    """One setting leads to a failure, which the setting of another break cures."""

    def proposed(stub, run):
        second = stub.proposal(2, "b = 1")
        late = replace(second, finding="a failure") if run.a and not run.b else second
        return [stub.proposal(1, "a = 1"), late] if not run.b else []

    def figures(a, b, c):
        del c
        return {"failures": 1} if a and not b else {"graph_breaks": 0 if a else 4 - b}

    found = Stub(tmp_path, monkeypatch, figures, proposed).search()
    assert found.attempts[0].what == "a = 1; then b = 1"
    assert found.attempts[0].verdict is Verdict.KEPT
    assert [(one.what, one.why) for one in found.attempts[0].parts] == [
        ("a = 1", "failed compilations 0 -> 1, graph breaks 4 -> 0"),
        ("b = 1", "graph breaks 4 -> 0"),
    ]


def test_an_edit_is_not_blamed_for_an_error_that_was_there_before(
    tmp_path, monkeypatch
):
    figures = {"exit_code": 1, "errors": "SomeError: it\n", "failures": 1}
    stub = Stub(
        tmp_path,
        monkeypatch,
        lambda a, b, c: {**figures, "graph_breaks": 2 - a},
        lambda one, run: [one.proposal(1, "a = 1")],
    )
    [one] = stub.search().attempts
    assert one.verdict is Verdict.NO_EFFECT
    assert one.why == "the program fails as before: exit code 1: SomeError: it"


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        ({"output": "2"}, "2 instead of 1"),
        ({"exit_code": 1}, "exit code 1"),
        ({"exit_code": None}, "did not end"),
        ({"graph_breaks": 3}, "graph breaks 1 -> 3"),
    ],
)
def test_what_harms_is_dropped_with_the_reason(tmp_path, monkeypatch, harm, why):
    def figures(a, b, c):
        del b, c
        return (
            dict(harm)
            if a and "graph_breaks" in harm
            else {"graph_breaks": 0 if a else 1, **(harm if a else {})}
        )

    stub = Stub(tmp_path, monkeypatch, figures, lambda s, run: [s.proposal(1, "a = 1")])
    found = stub.search()
    verdict = Verdict.FAILS if "exit_code" in harm else Verdict.HARMFUL
    assert [one.verdict for one in found.attempts] == [verdict]
    assert why in found.attempts[0].why
    assert found.state.files.text(str(stub.file)) == TEXT


def test_what_changes_nothing_is_dropped(tmp_path, monkeypatch):
    stub = Stub(
        tmp_path, monkeypatch, lambda a, b, c: {"graph_breaks": 1},
        lambda s, run: [s.proposal(1, "a = 1")],
    )  # fmt: skip
    assert verdicts(stub.search()) == [("a = 1", Verdict.NO_EFFECT)]


def test_two_edits_of_which_only_both_help_count_as_one(tmp_path, monkeypatch):
    def wanted(stub, run):
        found = [stub.proposal(1, "a = 1")]
        return [*found, stub.proposal(2, "b = 1")] if run.a else found

    stub = Stub(
        tmp_path, monkeypatch, lambda a, b, c: {"graph_breaks": 1 - (a and b)}, wanted
    )
    found = stub.search()
    assert [len(one.steps) for one in found.attempts] == [2]
    assert found.attempts[0].verdict is Verdict.KEPT
    assert "-a = 0" in found.attempts[0].patch
    assert "+b = 1" in found.attempts[0].patch


def test_a_step_that_the_next_one_does_without_is_dropped(tmp_path, monkeypatch):
    """The second edit is only known after the first, which does nothing."""

    def wanted(stub, run):
        found = [stub.proposal(1, "a = 1")]
        return [*found, stub.proposal(12, "b = 1")] if run.a else found

    stub = Stub(tmp_path, monkeypatch, lambda a, b, c: {"graph_breaks": 1 - b}, wanted)
    text = "a = 0\n" + "\n" * 10 + "b = 0\nc = 0\n"
    stub.file.write_text(text)
    found = stub.search()
    assert verdicts(found) == [("b = 1", Verdict.KEPT), ("a = 1", Verdict.NO_EFFECT)]
    assert found.state.files.text(str(stub.file)) == text.replace("b = 0", "b = 1")


def test_more_entries_for_the_same_kinds_are_no_cure(tmp_path, monkeypatch):
    def figures(a, b, c):
        del b, c
        return {"recompiles": 19} if a else {"recompiles": 9, "refused": 1}

    stub = Stub(tmp_path, monkeypatch, figures, lambda s, run: [s.proposal(1, "a = 1")])
    found = stub.search()
    assert verdicts(found) == [("a = 1", Verdict.NO_EFFECT)]
    assert "more entries" in found.attempts[0].why


def test_an_edit_that_is_no_python_is_not_run(tmp_path, monkeypatch):
    stub = Stub(
        tmp_path, monkeypatch, lambda a, b, c: {"graph_breaks": 1},
        lambda s, run: [s.proposal(1, "a = (")],
    )  # fmt: skip
    assert verdicts(stub.search()) == [("a = (", Verdict.NOT_APPLICABLE)]
    assert stub.runs == 1


def test_what_the_budget_does_not_allow_is_told(tmp_path, monkeypatch):
    stub = Stub(tmp_path, monkeypatch, lambda a, b, c: {"graph_breaks": 1}, every)
    found = stub.search(budget=0.0)
    assert {one.verdict for one in found.attempts} == {Verdict.OUT_OF_BUDGET}
    assert len(found.attempts) == 2
    assert stub.runs == 1


def test_a_program_without_trouble_is_left_alone(tmp_path, monkeypatch):
    stub = Stub(tmp_path, monkeypatch, lambda a, b, c: {}, every)
    assert stub.search().attempts == []


def test_only_what_leaves_results_as_they_are_is_tried_where_nothing_is_compared(
    tmp_path, monkeypatch
):
    def wanted(stub, run):
        del run
        sure = stub.proposal(1, "a = 1")
        return [replace(sure, is_sure=True), stub.proposal(2, "b = 1")]

    stub = Stub(tmp_path, monkeypatch, lambda a, b, c: {"failures": 2 - a - b}, wanted)
    found = stub.search(only_sure=True)
    assert [one.what for each in found.attempts for one in each.steps] == ["a = 1"]


def test_the_reason_is_the_error_and_no_advice_behind_it():
    errors = (
        "Traceback (most recent call last):\n"
        "torch._dynamo.exc.TorchRuntimeError: index 10 is out of bounds\n\n"
        "from user code:\n   File ...\n\n"
        "Set TORCHDYNAMO_VERBOSE=1 for the internal stack trace\n"
        "depyf: dump\n"
    )
    measure = Measure(1, errors=errors)
    assert verdicts_of._last(measure) == (
        "torch._dynamo.exc.TorchRuntimeError: index 10 is out of bounds"
    )
    assert verdicts_of._last(Measure(1, errors="killed\n")) == "killed"
    assert verdicts_of._last(Measure(1)) == "no message"


def test_nothing_is_tried_behind_an_edit_that_changed_the_output(tmp_path, monkeypatch):
    """A print that is gone does not come back by an edit for recompiles."""

    def proposed(stub, run):
        following = [stub.proposal(3, "c = 1")] if run.a else []
        return [stub.proposal(1, "a = 1"), *following]

    def figures(a, b, c):
        return {"output": "1" if not a else "2", "graph_breaks": 1 - a, "recompiles": c}

    stub = Stub(tmp_path, monkeypatch, figures, proposed)
    assert verdicts(stub.search()) == [("a = 1", Verdict.HARMFUL)]
    assert stub.runs == 2


def test_leaving_the_work_to_python_is_no_cure(tmp_path, monkeypatch):
    stub = Stub(tmp_path, monkeypatch, lambda a, b, c: {"graph_breaks": 2 - a}, every)
    found = stub.search(
        lost=lambda before, after: (
            Lost("2 of 3 lines run as plain Python", is_most=True)
            if after.measure.run.a
            else Lost()
        )
    )
    first = found.attempts[0]
    assert first.verdict is Verdict.NO_EFFECT
    assert first.why == "graph breaks 2 -> 1, but 2 of 3 lines run as plain Python"
    assert found.state.files.text(str(stub.file)) == TEXT


def test_some_lines_that_are_left_to_python_are_told(tmp_path, monkeypatch):
    stub = Stub(tmp_path, monkeypatch, lambda a, b, c: {"graph_breaks": 2 - a}, every)
    found = stub.search(
        lost=lambda before, after: (
            Lost("1 of 3 lines run as plain Python") if after.measure.run.a else Lost()
        )
    )
    first = found.attempts[0]
    assert first.verdict is Verdict.KEPT
    assert first.why == "graph breaks 2 -> 1; 1 of 3 lines run as plain Python"


class QuickStub(Stub):
    """A stub that can also run quickly; then it counts runs apart."""

    quick_runs = 0

    def quick(self, files, name, limit):
        found = self.measured(files, name, limit)
        self.runs -= 1
        self.quick_runs += 1
        return replace(found, output="rounded in another way")

    def search(self, budget=60.0, **options):
        files = ProgramFiles(str(self.file.parent), str(self.file), {})
        found = Search(
            self, reference("1", "1", Tolerance()), 0, time.monotonic() + budget,
            lambda attempt: None, quick=self.quick, **options,
        )  # fmt: skip
        first = self.measured(files, "", 0.0)
        found.run(State(files, first, self.quick(files, "", 0.0)))
        return found


def test_only_what_helps_in_a_quick_run_runs_as_it_is(tmp_path, monkeypatch):
    stub = QuickStub(
        tmp_path, monkeypatch, lambda a, b, c: {"graph_breaks": 2 - a}, every
    )
    found = stub.search()
    assert verdicts(found) == [("a = 1", Verdict.KEPT), ("b = 1", Verdict.NO_EFFECT)]
    assert (stub.runs, stub.quick_runs) == (2, 3)
    assert found.attempts[0].after.output == "1"
    assert found.attempts[1].why.endswith("(without Inductor)")


def test_the_run_as_it_is_decides(tmp_path, monkeypatch):
    stub = QuickStub(
        tmp_path,
        monkeypatch,
        lambda a, b, c: {"graph_breaks": 2 - a, "output": "2" if a else "1"},
        every,
    )
    found = stub.search()
    by_name = {one.steps[-1].what: one for one in found.attempts}
    assert by_name["a = 1"].verdict is Verdict.HARMFUL
    assert "Inductor" not in by_name["a = 1"].why


def test_a_quick_run_that_fails_is_enough(tmp_path, monkeypatch):
    stub = QuickStub(
        tmp_path,
        monkeypatch,
        lambda a, b, c: {"graph_breaks": 1, "exit_code": 1 if a or b else 0},
        every,
    )
    found = stub.search()
    assert {one.verdict for one in found.attempts} == {Verdict.FAILS}
    assert stub.runs == 1
