"""Answers of `depyf.check`: part of the run, each once, with the entries they name."""

from __future__ import annotations

from dataclasses import replace

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.call_check import CallChecked, Entry, Miss, compilation_of
from depyf.model.serialize import event_from_json, event_to_json
from depyf.torch_text.names import CompileId

FIRST, SECOND = CompileId(0, 0), CompileId(0, 0, generation=1)
LINE = ev.SourceLine("train.py", 9, "<module>", "depyf.check(f, x)")
HIT = CallChecked(
    None,
    code_key="f#0",
    co_name="f",
    file="a.py",
    first_line=3,
    asked_at=LINE,
    function="f (a.py:3)",
    hits=True,
    outcome="hit",
    entry=Entry(0, "0/0", "__transformed_code_0_for_f.py"),
)
MISS = Miss(Entry(0, "0/0"), "n == 3", "n", "3", "4", text="L['n'] == 3")
REFUSED = replace(HIT, hits=False, outcome="compile", entry=None, misses=(MISS,))


def made(compile_id, index, key="f#0"):
    return ev.TransformedCode(
        compile_id,
        co_name="f",
        index=index,
        file=f"__transformed_code_{index}_for_f.py",
        original_file="a.py",
        original_first_line=3,
        code_key=key,
    )


def test_equal_answers_at_one_line_are_one_with_their_number():
    elsewhere = replace(HIT, asked_at=replace(LINE, line=10))
    again = replace(HIT, times=4)
    run = fold([made(FIRST, 0), HIT, REFUSED, elsewhere, again])
    assert run.checks == (
        replace(HIT, times=5, frame="f#0"),
        replace(REFUSED, frame="f#0"),
        replace(elsewhere, frame="f#0"),
    )
    assert run.checks_of("f#0") == run.checks


def test_what_was_asked_before_it_was_compiled_belongs_to_the_function():
    first = replace(HIT, hits=False, outcome="compile", entry=None)
    assert fold([first, made(FIRST, 0)]).checks[0].frame == "f#0"


def test_a_function_without_an_entry_is_known_by_its_place():
    skipped = ev.FrameSkipped(FIRST, co_name="f", file="a.py", line=3, reason="no")
    run = fold([skipped, HIT])
    assert run.checks[0].frame == run.frames[0].key


def test_a_function_that_is_not_in_the_run_has_no_frame():
    run = fold([made(FIRST, 0), replace(HIT, code_key="g#0", co_name="g")])
    assert run.checks_of(None) == run.checks
    assert run.checks_of("f#0") == ()


def test_an_entry_is_known_by_its_file_or_else_by_its_id_in_its_generation():
    frame = fold([made(FIRST, 0), made(SECOND, 1)]).frames[0]
    first, second = frame.compilations
    of_file = Entry(0, "0/0", "__transformed_code_1_for_f.py")
    assert compilation_of(frame, of_file, 0) is second
    assert compilation_of(frame, Entry(0, "0/0"), 0) is first
    assert compilation_of(frame, Entry(0, "0/0"), 1) is second
    assert compilation_of(frame, Entry(0, "0/7"), 0) is None
    assert compilation_of(None, of_file, 0) is None


def test_a_run_is_the_same_from_its_journal():
    events = [made(FIRST, 0), HIT, REFUSED]
    read = [event_from_json(event_to_json(event)) for event in events]
    assert fold(read) == fold(events)


def test_a_run_where_nothing_was_asked_has_no_answers():
    assert fold([made(FIRST, 0)]).checks == ()
