"""The answer of `depyf.check` as text."""

from __future__ import annotations

from depyf.model.call_check import Check, Entry, Miss
from depyf.model.events import SourceLine
from depyf.render.check_words import with_text

LINE = SourceLine("/home/me/toy.py", 7, "f", "return x + n")
MISS = Miss(Entry(1, "0/1"), "n == 3", "n", "3", "4", "", LINE, text="L['n'] == 3")
TENSOR = Miss(
    Entry(0, "0/0", "__transformed_code_0_for_f.py"),
    "tensor 'x' dtype mismatch. expected Float, actual Double",
    "x.dtype",
    "torch.float32",
    "torch.float64",
    text="tensor 'L['x']' dtype mismatch. expected Float, actual Double",
)


def text_of(**facts):
    return str(with_text(Check("f (toy.py:5)", **facts)))


def test_a_hit_names_its_entry():
    text = text_of(hits=True, outcome="hit", entry=Entry(2, "0/2"))
    assert text == "f (toy.py:5): the call would use entry 2 (0/2)"


def test_misses_tell_values_line_and_what_to_change():
    answer = with_text(Check("f (toy.py:5)", False, "compile", None, (MISS, TENSOR)))
    lines = str(answer).splitlines()
    assert lines[0].endswith(
        "none of 2 entries fits: the call would compile a new entry"
    )
    assert lines[1] == "  entry 1 (0/1) does not fit: n: expected 3, found 4"
    assert lines[2] == "    needed by toy.py:7: return x + n"
    assert lines[3].startswith("    to change: ")
    assert "__transformed_code_0_for_f.py" in lines[4]
    assert lines[5].startswith("    guard: tensor 'x' dtype mismatch")
    assert all(miss.advice for miss in answer.misses)


def test_what_a_hit_was_tried_after_is_told_in_a_line_each():
    text = text_of(hits=True, outcome="hit", entry=Entry(2), misses=(MISS, TENSOR))
    assert len(text.splitlines()) == 3


def test_outcomes_are_told_apart():
    assert "nothing is compiled yet" in text_of(hits=False, outcome="compile")
    plain = text_of(hits=False, outcome="plain", misses=(MISS,), reason="why")
    assert (
        "the one entry does not fit: the call would run as plain Python: why" in plain
    )
    assert "torch would raise: why" in text_of(
        hits=False, outcome="raise", reason="why"
    )
    assert "torch cannot tell: why" in text_of(
        hits=None, outcome="unknown", reason="why"
    )
    assert "no compiled version: why" in text_of(
        hits=False, outcome="unknown", reason="why"
    )


def test_what_cannot_be_read_is_said():
    miss = Miss(Entry(0), "a.b == 1", "a.b", "1", "", "`b` is computed")
    text = text_of(hits=False, outcome="compile", misses=(miss,), notes=("so",))
    assert "the value is unknown: `b` is computed" in text
    assert text.endswith("  note: so")


def test_only_a_certain_hit_is_true():
    assert Check("f", hits=True, outcome="hit")
    assert not Check("f", hits=None, outcome="unknown")
    assert not Check("f", hits=False, outcome="compile")
