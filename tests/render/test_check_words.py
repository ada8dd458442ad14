"""What `depyf.check` said, in the index, in the summary and on the page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.call_check import CallChecked, Entry, Miss
from depyf.model.guard_fact import OBJECTS
from depyf.render.check_words import check_sentences, checks_json
from depyf.render.guard_data import failing_conditions, guard_groups
from depyf.torch_text.guards import read_guard
from depyf.torch_text.names import CompileId

from .journal import entry, texts

FIRST = CompileId(0, 0)
LINE = ev.SourceLine("/home/user/train.py", 9, "<module>", "depyf.check(f, x)")
NEEDED = ev.SourceLine("/home/user/net.py", 4, "f", "return x * n")
HIT = CallChecked(
    None,
    code_key="f0",
    asked_at=LINE,
    function="f (a.py:1)",
    hits=True,
    outcome="hit",
    entry=Entry(5, "0/0"),
)
MISS = Miss(
    Entry(5, "0/0"), "n == 3", "n", "3", "4", user_line=NEEDED, text="L['n'] == 3"
)
REFUSED = replace(HIT, hits=False, outcome="compile", entry=None, misses=(MISS,))
SEQUENTIAL = "torch.nn.modules.container.Sequential"
GUARDS = (
    "L['n'] == 3  # return x * n  # net.py:4 in f",
    "L['self']._modules['0'].scale == 2",
    "L['self']._modules['1'].scale == 2",
    f"___check_type_id(L['self'], 7), type=<class '{SEQUENTIAL}'>",
    "torch.odd <state>",
)


def run_of(*checks, index=5):
    return fold(
        [
            entry(FIRST, "f", index, "def f(x):\n    return x\n"),
            ev.GuardsReported(FIRST, tuple(map(read_guard, GUARDS))),
            *checks,
        ]
    )


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (HIT, "would hit entry 0"),
        (
            replace(REFUSED, misses=()),
            "would compile: nothing is compiled yet",
        ),
        (
            REFUSED,
            "would compile again: entry 0 does not fit: `n` is 4, expected 3 "
            "(net.py:4)",
        ),
        (
            replace(REFUSED, misses=(replace(MISS, found="", unread="why"),)),
            "would compile again: entry 0 does not fit: `n` must be 3 (net.py:4)",
        ),
        (
            replace(REFUSED, misses=(Miss(Entry(2), "odd `guard`", found="4"),)),
            "would compile again: entry 2 does not fit: `odd 'guard'` does not hold, "
            "found 4",
        ),
        (
            replace(REFUSED, outcome="plain", reason="the limit is reached"),
            "would run as plain Python: the limit is reached",
        ),
        (
            replace(REFUSED, outcome="unknown", hits=None, reason="too old"),
            "torch cannot tell: too old",
        ),
    ],
)
def test_an_answer_is_a_sentence_in_the_names_of_the_report(said, words):
    assert check_sentences(run_of(said), "f0") == [
        f"`depyf.check` at train.py:9: {words}"
    ]


def test_of_many_entries_the_first_are_named():
    misses = tuple(replace(MISS, entry=Entry(n)) for n in range(5))
    (words,) = check_sentences(run_of(replace(REFUSED, misses=misses)), "f0")
    assert words.count("does not fit") == 2
    assert words.endswith("; 3 more entries as well")


def test_of_many_answers_those_that_no_entry_fits_are_told():
    hits = [replace(HIT, asked_at=replace(LINE, line=n)) for n in range(1, 9)]
    words = check_sentences(run_of(*hits, REFUSED, REFUSED), "f0")
    assert len(words) == 4
    assert words[2].startswith("`depyf.check` at train.py:9 (2 times): would compile")
    assert words[3] == "6 more answers of `depyf.check`, in summary.json"


def test_the_index_and_the_summary_tell_nothing_where_nothing_was_asked():
    run = run_of()
    assert check_sentences(run, "f0") == []
    made = texts(run)
    assert "depyf.check" not in made["index.md"]
    assert '"checks"' not in made["summary.json"]


def test_as_data_an_entry_is_a_position_of_its_frame():
    (hit, refused) = checks_json(run_of(HIT, REFUSED), "f0")
    assert hit["entry"] == {"name": "entry 0", "id": "0/0", "compilation": 0}
    (miss,) = refused["misses"]
    assert miss["entry"]["compilation"] == 0
    assert (miss["asked"], miss["expected"], miss["found"]) == ("n", "3", "4")
    assert miss["words"] == "`n` is 4, expected 3"


def test_of_no_frame_the_function_is_named():
    run = run_of(replace(HIT, code_key="g", outcome="compile", hits=False, entry=None))
    (told,) = checks_json(run, None)
    assert told["function"] == "f (a.py:1)"
    assert check_sentences(run, None)[0].startswith("`depyf.check` of f (a.py:1) at ")
    assert "## Checked functions that are not compiled" in texts(run)["index.md"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("L['n'] == 3", "Python values"),
        ("L['self']._modules['1'].scale == 2", "Python values"),
        ("___check_type_id(L['self'], 7) type=<class 'x'>", OBJECTS),
        ("torch.odd <state>", "what torch does not print as Python"),
    ],
)
def test_a_guard_that_fails_leads_to_the_condition_that_is_shown(text, title):
    run = run_of(HIT, replace(REFUSED, misses=(replace(MISS, text=text),)))
    frame = run.frames[0]
    (compilation,) = frame.compilations
    (failing,) = failing_conditions(run, frame, compilation)
    assert (failing["check"], failing["title"]) == (1, title)
    (group,) = [g for g in guard_groups(frame, compilation) if g["title"] == title]
    assert failing["text"] in group["own"]


def test_one_of_a_family_leads_to_the_condition_of_all():
    text = "L['self']._modules['1'].scale == 2"
    run = run_of(replace(REFUSED, misses=(replace(MISS, text=text),)))
    (failing,) = failing_conditions(run, run.frames[0], run.compilations[0])
    assert failing["text"].startswith("all(") or "range" in failing["text"]


def test_of_an_entry_that_fits_nothing_fails():
    run = run_of(HIT)
    assert failing_conditions(run, run.frames[0], run.compilations[0]) == []
