"""The opening claims no more seconds than edits of expected recompiles can save."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.findings.break_costs import BreakCost
from depyf.model.findings.rule import Expected, Finding, Findings
from depyf.render import index_findings


def opening(monkeypatch, spent, *expected, refused=False):
    """Return what is said of one function whose entries took these seconds."""
    entries = [
        SimpleNamespace(id=f"0/{n}", seconds=one, entry=object())
        for n, one in enumerate(spent)
    ]
    if refused:
        reason = SimpleNamespace(reason="recompile_limit reached")
        facts = SimpleNamespace(all=lambda _kind: ())
        entries.append(
            SimpleNamespace(
                id="0/9", seconds=0.0, entry=None, facts=facts, skipped=reason
            )
        )
    frame = SimpleNamespace(compilations=entries)
    run = SimpleNamespace(
        frame=lambda _key: frame, frames=(frame,), started=SimpleNamespace(world_size=1)
    )
    monkeypatch.setattr(index_findings, "findings", lambda _run: Findings((), expected))
    monkeypatch.setattr(index_findings, "_totals_sentence", lambda _run, last: last)
    [line] = index_findings.opening(run)
    return line


def varying(*ids, edit="torch.compile(f, dynamic=True)", seconds=9.0):
    return Expected("f", "`x` varies", ("f",), edit, seconds=seconds, compilations=ids)


@pytest.mark.parametrize(
    ("spent", "expected", "saved"),
    [
        # The entry for all sizes stays: what goes is the one for the first size.
        ((3.0, 5.0), [varying("0/1")], "about 3.0 s"),
        ((3.0, 5.0, 4.0), [varying("0/1"), varying("0/2")], "about 7.0 s"),
        ((3.0, 5.0, 4.0), [varying("0/1"), varying("0/2", edit="")], "about 3.0 s"),
    ],
)
def test_one_entry_stays(monkeypatch, spent, expected, saved):
    line = opening(monkeypatch, spent, *expected)
    assert line == f"Edits under Settled recompiles avoid {saved} of compiling."


def test_nothing_is_claimed_without_an_edit(monkeypatch):
    line = opening(monkeypatch, (3.0, 5.0), varying("0/1", edit=""))
    assert line == "Only settled recompiles; depyf knows no edit for them."


def test_nothing_is_claimed_while_calls_are_refused(monkeypatch):
    """With fewer entries, torch compiles the calls that it refuses now."""
    line = opening(monkeypatch, (3.0, 5.0), varying("0/1"), refused=True)
    assert line == "The settled recompile can be avoided."


def test_the_cost_of_a_break_says_that_an_edit_saves_less():
    spent = BreakCost(failed=0.01, after=44.2).words
    found = Finding(seconds=44.2, share=0.85, met=24, spent_on=spent)
    words = index_findings.cost_words(found)
    assert words == (
        "44.2 s (85 % of compiling) for the code after the break, met in 24 "
        "compilations; an edit saves a part"
    )
    of_recompiles = index_findings.cost_words(Finding(seconds=5.7, recompiles=4))
    assert of_recompiles == "5.7 s, 4 recompiles"


@pytest.mark.parametrize(
    ("failed", "after", "words"),
    [
        (0.3, 0.0, "for failed attempts"),
        (0.0, 0.3, "for the code after the break; an edit saves a part"),
        (0.1, 0.8, "for the code after the break; an edit saves a part"),
        (0.3, 0.3, "for failed attempts and the code after the break; an edit saves a "
         "part"),
    ],
)  # fmt: skip
def test_the_cost_of_a_break_names_only_what_took_time(failed, after, words):
    spent = BreakCost(failed, after).words
    found = Finding(seconds=failed + after, share=0.5, spent_on=spent)
    assert index_findings.cost_words(found).endswith(f"(50 % of compiling) {words}")
