"""A finding says what `depyf cure` measured of the edits that were tried for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from depyf.curing.trial import figures_of
from depyf.model.edit_tried import Aim, EditTried, RunFigures, changed_counts
from depyf.model.events import RunStarted, SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings import findings
from depyf.model.findings.recompile_groups import groups
from depyf.model.findings.savings import saved_seconds
from depyf.model.findings.tried import is_edit_of
from depyf.model.value_seen import SeenForm, ValueSeen, seen_of
from depyf.render import index_findings
from depyf.render.index import index_md
from depyf.render.index_findings import expected_json, findings_json
from depyf.render.json import summary
from tests.render.journal import recorded as drawn

from .test_recorded import recorded

BEFORE = RunFigures(0, 41.2, graph_breaks=5)
OWN = ("    return torch.where(y.sum() > 0, y + 1, (y - x))",)


def tried(run, one, **values):
    """Return the run with an edit that was tried for a finding."""
    aim = Aim(one.rule, one.subject, "", one.where.file, one.where.line)
    event = EditTried(None, **{"aim": aim, "before": BEFORE, "after": BEFORE, **values})
    return replace(run, facts=facts_of([*sum(run.facts.by_kind.values(), ()), event]))


@pytest.fixture
def run():
    return recorded("early_return")


@pytest.fixture
def first(run):
    return findings(run).findings[0]


def test_an_edit_that_helped_stands_with_its_figures(run, first):
    after = RunFigures(0, 8.3)
    run = tried(run, first, verdict="kept", lines=OWN, after=after)
    assert findings(run).findings[0].edit == first.edit
    words = "Tried: kept: 41.2 s -> 8.3 s compiling, graph breaks 5 -> 0, same output"
    assert words in index_md(run)


@pytest.mark.parametrize(
    ("after", "words", "saved"),
    [(8.3, "saves 32.9 s", 32.9), (43.0, "saves no compile time", 0)],
)
def test_the_cost_has_what_the_edit_saved(run, first, after, words, saved):
    run = tried(run, first, verdict="kept", lines=OWN, after=RunFigures(0, after))
    text = " ".join(index_md(run).split())
    assert f"for the code after the break; the edit {words}" in text
    assert findings_json(run)[0]["saved_seconds"] == saved


def test_recompiles_are_apart_where_other_compile_times_changed_more(run, first):
    before = RunFigures(0, 42.8, recompiles=4, recompile_seconds=5.7)
    after = RunFigures(0, 24.7)
    run = tried(run, first, verdict="kept", lines=OWN, before=before, after=after)
    words = (
        "Tried: kept: 42.8 s -> 24.7 s compiling (recompiles 5.7 s -> 0.0 s), "
        "recompiles 4"
    )
    assert words in " ".join(index_md(run).split())


def test_what_an_edit_saves_most_of_comes_first():
    run = drawn("breaks_and_recompiles")
    *_, last = findings(run).findings
    cured = tried(run, last, verdict="kept", after=RunFigures(0, 8.3))
    assert findings(cured).findings[0].subject == last.subject
    assert findings(cured).findings[0].rule == last.rule


@pytest.mark.parametrize(
    ("verdict", "words"),
    [("no effect", "has no effect"), ("harmful", "is harmful: 2 instead of 1")],
)
def test_an_edit_that_did_not_help_is_no_edit_to_apply(run, first, verdict, words):
    run = tried(run, first, verdict=verdict, lines=OWN, why="2 instead of 1")
    one = findings(run).findings[0]
    assert (one.edit, one.note) == ("", "")
    assert one.trials == (f"`{first.edit}` {words}",)
    assert "Change:" not in index_md(run)


def test_another_edit_that_helped_takes_its_place(run, first):
    run = tried(
        run, first, verdict="kept", lines=("x = 1",), what="set `x`", file="/p/a.py",
        line=3, after=RunFigures(0, 8.3),
    )  # fmt: skip
    one = findings(run).findings[0]
    assert (one.edit, one.note) == ("", "set `x` (a.py:3)")


def test_a_kept_edit_for_what_the_first_one_brought_about_stands_with_it(run, first):
    middle = RunFigures(0, 8.3, graph_breaks=2)
    run = tried(
        run, first, verdict="kept", lines=OWN, after=middle, diff="-a\n", what="choose"
    )
    run = tried(
        run, first, aim=None, verdict="kept", what="set `x`", file="/p/a.py", line=3,
        before=middle, after=RunFigures(0, 5.0), diff="-b\n", earlier=1,
    )  # fmt: skip
    one = findings(run).findings[0]
    assert one.note.endswith("; then set `x` (a.py:3)")
    assert one.diff == "-a\n-b\n"
    assert one.trials[-1] == (
        "then kept: 8.3 s -> 5.0 s compiling, graph breaks 2 -> 0, same output"
    )
    assert findings_json(run)[0]["saved_seconds"] == 36.2


def test_a_kept_edit_for_recompiles_is_not_that_of_a_break(run, first):
    middle = RunFigures(0, 8.3, recompiles=2)
    run = tried(run, first, verdict="kept", lines=OWN, after=middle, diff="-a\n")
    run = tried(
        run, first, aim=None, verdict="kept", what="set `x`", before=middle,
        after=RunFigures(0, 5.0), diff="-b\n", earlier=1,
    )  # fmt: skip
    assert findings(run).findings[0].diff == "-a\n"


def test_a_kept_edit_of_another_finding_stays_there(run, first):
    run = tried(run, first, verdict="kept", lines=OWN, diff="-a\n", what="choose")
    run = tried(run, first, verdict="kept", what="x", diff="-b\n", earlier=1)
    one = findings(run).findings[0]
    assert (one.note, one.diff) == (first.note, "-a\n")


def test_an_edit_that_helped_only_with_another_is_shown_with_it(run, first):
    what = "choose; then set `x`"
    run = tried(
        run, first, verdict="kept", lines=(*OWN, "x = 1"), what=what, file="/p/a.py",
        line=3, after=RunFigures(0, 8.3),
    )  # fmt: skip
    one = findings(run).findings[0]
    assert (one.edit, one.note) == ("", "choose; then set `x` (a.py:3)")


def test_other_edits_that_did_not_help_leave_the_edit(run, first):
    some = {"verdict": "no effect", "lines": ("x = 1",), "why": "Nothing changes"}
    run = tried(run, first, what="set `x`; then `y`", **some)
    run = tried(run, first, what="set `x`", **some)
    one = findings(run).findings[0]
    assert one.edit == first.edit
    assert one.trials == (
        "not kept: set `x`: nothing changes",
        "not kept: 1 more edit",
        "the edit above was not tried",
    )


def test_edits_that_no_time_was_left_for_are_told_and_judge_nothing(run, first):
    run = tried(run, first, verdict="out of budget", lines=OWN, after=None)
    one = findings(run).findings[0]
    assert (one.edit, one.note) == (first.edit, first.note)
    why = "the edit above was not tried: the time of `--budget` was up"
    assert one.trials == (why,)
    run = tried(run, first, verdict="out of budget", lines=("x = 1",), after=None)
    assert findings(run).findings[0].trials == (
        why,
        "not tried, as the time of `--budget` was up: 1 edit",
    )


def test_figures_of_an_edit_after_a_kept_one_say_so(run, first):
    some = {"verdict": "no effect", "lines": ("x = 1",), "why": "Recompiles 9 -> 3"}
    run = tried(run, first, what="set `x`", earlier=1, **some)
    assert findings(run).findings[0].trials[0] == (
        "not kept: set `x`: recompiles 9 -> 3, measured with 1 earlier edit"
    )


def test_a_harmful_edit_is_told_as_a_warning(run, first):
    run = tried(
        run, first, verdict="harmful", lines=("x = 1",), what="set `x`",
        why="The output differs",
    )  # fmt: skip
    assert findings(run).findings[0].trials == (
        "harmful: set `x`: the output differs",
        "the edit above was not tried",
    )


def test_edits_that_failed_alike_are_told_alike(run, first):
    some = {"verdict": "fails", "lines": ("x = 1",), "why": "exit code 1"}
    run = tried(run, first, what="set `x`; then `y`", **some)
    run = tried(run, first, what="set `x`", **some)
    told = findings(run).findings[0].trials
    assert told[:2] == (
        "fails: set `x`; then `y`: exit code 1",
        "fails: set `x`: exit code 1",
    )


def test_the_whole_run_is_told_beside_compiling(run, first):
    before = RunFigures(0, 27.1, seconds=46.8)
    after = RunFigures(0, 31.5, seconds=44.2)
    run = tried(run, first, verdict="kept", lines=OWN, before=before, after=after)
    assert findings(run).findings[0].trials == (
        "kept: 46.8 s -> 44.2 s the whole run, same output, but 27.1 s -> 31.5 s "
        "compiling",
    )


def test_a_run_that_became_slower_is_told_last(run, first):
    before = RunFigures(0, 4.0, seconds=12.3, breaks_met=3)
    after = RunFigures(0, 4.0, seconds=26.7, breaks_met=1)
    run = tried(run, first, verdict="kept", lines=OWN, before=before, after=after)
    assert findings(run).findings[0].trials == (
        "kept: compilations that met a graph break 3 -> 1, same output, but 12.3 s -> "
        "26.7 s the whole run",
    )


def test_a_program_that_failed_before_did_not_print_the_same(run, first):
    before, after = RunFigures(1, failures=1), RunFigures(0)
    run = tried(run, first, verdict="kept", lines=OWN, before=before, after=after)
    assert findings(run).findings[0].trials == (
        "kept: failed compilations 1 -> 0, exit code 1 -> 0",
    )


@pytest.mark.parametrize("field", ["rule", "function", "value", "file", "line"])
def test_an_edit_for_another_finding_is_not_told(run, first, field):
    aim = Aim(first.rule, first.subject, "", first.where.file, first.where.line)
    aim = replace(aim, **{field: 99 if field == "line" else "other"})
    assert not findings(tried(run, first, aim=aim)).findings[0].tried


def test_the_data_has_verdict_and_figures(run, first):
    run = tried(run, first, verdict="kept", lines=OWN, after=RunFigures(0, 8.3))
    (one,) = findings_json(run)
    assert one["tried"][0]["verdict"] == "kept"
    assert one["tried"][0]["after"]["compile_seconds"] == 8.3
    assert one["trials"] == list(findings(run).findings[0].trials)


def test_what_would_have_saved_a_recompile_was_tried_as_well():
    run = recorded("batch_sizes")
    one = findings(run).expected[0]
    assert not one.tried
    aims = [
        Aim("now-dynamic", one.subject, "args[0]", line.file, line.line)
        for compilation in run.compilations
        for line in compilation.stack
    ]
    events = [
        EditTried(None, aim=aim, verdict="no effect", before=BEFORE) for aim in aims
    ]
    every = [*sum(run.facts.by_kind.values(), ()), *events]
    run = replace(run, facts=facts_of(every))
    assert isinstance(run.started, RunStarted)
    (told,) = expected_json(run)
    assert told["trials"]


@pytest.mark.parametrize(
    ("edit", "lines", "same"),
    [
        ("x = f(a)", ("    x = (f( a ))",), True),
        ("if f(n > 3):", ("    if f(n > 3):",), True),
        ("a.b = True", ("import a", "a.b = True"), True),
        ("a.b = True", ("a.b = False",), False),
        ("", ("a.b = True",), False),
        ("not python at all", ("not python at all",), False),
    ],
)
def test_edits_are_compared_as_statements(edit, lines, same):
    assert is_edit_of(edit, EditTried(None, lines=lines)) is same


def with_line(is_store):
    """Return a run in which a line that the source does not tell was seen."""
    run = recorded("counter_attribute")
    one = findings(run).findings[0]
    group = next(each for each in groups(run) if each.name == one.subject)
    line = SourceLine("elsewhere.py", 7, text="self.steps = start")
    event = ValueSeen(
        None,
        function=group.name,
        value=group.source,
        forms=tuple(SeenForm(one, 2, (line,), is_store) for one in ("0", "1")),
    )
    every = [*sum(run.facts.by_kind.values(), ()), event]
    return replace(run, facts=facts_of(every))


def test_a_line_that_only_passed_a_value_does_not_hide_those_that_set_it():
    """The line of a call, or of `Class()`, was shown instead of the assignment."""
    for is_store, expected in ((False, False), (True, True)):
        run = with_line(is_store)
        [one] = run.facts.all(ValueSeen)
        known = seen_of(run, one.function, one.value, is_known=True)
        assert (known is not None) is expected
        assert seen_of(run, one.function, one.value) is one


def test_a_value_that_was_seen_leads_to_the_lines_that_made_it():
    run = with_line(is_store=True)
    assert "Value from (seen): elsewhere.py:7 `self.steps = start`" in index_md(run)
    assert findings_json(run)[0]["origin_how"] == "seen"


DIFF = """--- a/p/a.py
+++ b/p/a.py
@@ -3 +3 @@
-x = 0
+x = 1
@@ -9 +9 @@
-y = x
+y = 2 * x
"""


def test_an_edit_of_several_lines_is_shown_whole(run, first):
    after = RunFigures(0, 8.3)
    run = tried(run, first, verdict="kept", lines=("x = 1",), diff=DIFF, after=after)
    assert findings_json(run)[0]["diff"] == DIFF
    failed = tried(run, first, verdict="harmful", lines=OWN, why="no", diff="")
    assert findings_json(failed)[0]["diff"] == DIFF


def test_a_line_that_breaks_the_graph_is_counted_once():
    """Index, summary and cure count the same; how often it was met is another count."""
    once = drawn("breaks_and_recompiles")
    frames = (replace(one, compilations=one.compilations * 3) for one in once.frames)
    found = replace(once, frames=tuple(frames))
    figures = figures_of(found)
    assert figures["graph_breaks"] == summary(found)["totals"]["graph_breaks"]
    assert f"{figures['graph_breaks']} graph breaks" in index_md(found).split("\n")[0]
    assert figures["breaks_met"] == 3 * figures["graph_breaks"]
    before, after = RunFigures(0, 1.0, 5, 15), RunFigures(0, 1.0, 5, 13)
    assert [*changed_counts(before, after)] == [
        "compilations that met a graph break 15 -> 13"
    ]
    fewer = replace(after, graph_breaks=4)
    assert [*changed_counts(before, fewer)] == ["graph breaks 5 -> 4"]


def test_recompiles_that_cost_seconds_are_never_called_fine(monkeypatch):
    run = drawn("toy_training")
    told = replace(findings(run), findings=())
    monkeypatch.setattr(index_findings, "findings", lambda run: told)
    saved = sum(one.seconds for one in told.expected if one.edit)
    assert saved > 1
    (line,) = index_findings.opening(run)
    assert f"avoid about {saved:.1f} s of compiling" in line
    assert "No changes" not in line
    cheap = replace(
        told, expected=tuple(replace(one, edit="", note="") for one in told.expected)
    )
    monkeypatch.setattr(index_findings, "findings", lambda run: cheap)
    (line,) = index_findings.opening(run)
    assert "Only settled recompiles; depyf knows no edit for them." in line


def test_an_edit_that_was_kept_for_another_finding_is_told_as_kept(run, first):
    """One setting may cure several breaks; it is tried for the first of them."""
    aim = Aim("other", "other", "", "other.py", 1)
    run = tried(run, first, verdict="kept", lines=OWN, aim=aim)
    told = findings(run).findings[0]
    assert told.trials == ("the edit above is part of an edit that was kept",)


def test_what_was_measured_of_expected_recompiles_replaces_the_estimate():
    run = recorded("batch_sizes")
    one = next(one for one in findings(run).expected if one.edit)
    estimate = saved_seconds(run, [one])
    assert estimate > 0
    slower = replace(BEFORE, compile_seconds=60.0)
    tried_once = EditTried(None, verdict="kept", before=BEFORE, after=slower)
    assert saved_seconds(run, [replace(one, tried=(tried_once,))]) == 0


def test_time_beyond_the_recompiles_that_end_is_chance():
    """The entry that stays took another time in the second run (trial of the page)."""
    run = drawn("breaks_and_recompiles")
    one = next(one for one in findings(run).findings if one.recompiles)
    value = next(each.value for each in groups(run) if each.name == one.subject)
    aim = Aim(one.rule, one.subject, value, one.where.file, one.where.line)
    before = RunFigures(0, 41.2, recompiles=one.recompiles)
    figures = {"verdict": "kept", "after": RunFigures(0, 8.3), "aim": aim}
    cured = tried(run, one, before=before, **figures)
    [told] = [
        each
        for each in findings(cured).findings
        if (each.rule, each.subject) == (one.rule, one.subject)
    ]
    assert "of this, the rest is chance" in told.trials[0]
    more = replace(before, recompiles=len(one.compilations) + 1)
    cured = tried(run, one, before=more, **figures)
    assert not any(
        "chance" in text for each in findings(cured).findings for text in each.trials
    )


LOST = "2 of 5 compiled lines are no longer compiled: `x = a; y = b`, `z = c`"


@pytest.mark.parametrize(
    ("why", "after", "is_told"),
    [
        (f"4 graph breaks less; {LOST}", RunFigures(0, 11.2), True),
        ("4 graph breaks less", RunFigures(0, 11.2, excluded=3), True),
        ("4 graph breaks less", RunFigures(0, 11.2), False),
        (f"4 graph breaks less; {LOST}", RunFigures(0, 41.2, excluded=3), False),
    ],
)
def test_an_edit_that_saves_more_than_the_cost_says_that_less_is_compiled(
    run, first, why, after, is_told
):
    run = tried(run, first, verdict="kept", lines=OWN, why=why, after=after)
    [words] = findings(run).findings[0].trials
    assert first.seconds
    assert ("is saved, as torch compiles less of the program" in words) is is_told
    assert (f"same output, but {LOST}" in words) is (LOST in why)
