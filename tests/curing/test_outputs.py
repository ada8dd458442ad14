"""Which outputs of two runs count as the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from depyf.curing.outputs import (
    Tolerance,
    ToleranceError,
    read_tolerance,
    reference,
)

EXACT = Tolerance()


def differs(first, second, output, tolerance=EXACT):
    return reference(first, second, tolerance).difference(output)


def test_two_equal_runs_allow_nothing_else():
    assert not differs("loss 1.5\n", "loss 1.5\n", "loss 1.5\n")
    assert "1.6 instead of 1.5" in differs("loss 1.5\n", "loss 1.5\n", "loss 1.6\n")


@pytest.mark.parametrize(
    ("after", "is_rounding"),
    [
        ("a 1.50000012, b 3.0\n", True),
        ("a 1.50000012, b 3.1\n", False),
        ("a 1.6, b 3.0\n", False),
        ("a nan, b 3.0\n", False),
    ],
)
def test_differences_of_rounding_are_named_with_the_option_that_allows_them(
    after, is_rounding
):
    before = "a 1.5, b 3.0\n"
    said = differs(before, before, after)
    assert "the output differs: " in said
    assert ("`--keep 1e-5,0` allows it" in said) is is_rounding
    assert bool(differs(before, before, after, Tolerance(1e-5, 0))) is not is_rounding


def test_other_words_differ():
    assert differs("6\n", "6\n", "tensor(6)\n") == "the output differs"


def test_a_small_difference_of_plain_runs_is_allowed_to_edits():
    assert not differs("1.000001", "1.000002", "1.000004")
    assert differs("1.000001", "1.000002", "1.01")


def test_a_number_that_changes_from_run_to_run_is_left_out_and_counted():
    compared = reference("took 3.1 s, loss 2", "took 4.9 s, loss 2", EXACT)
    assert compared.left_out == 1
    assert not compared.difference("took 0.2 s, loss 2")
    assert compared.difference("took 0.2 s, loss 3")


def test_what_the_user_keeps_is_relative_and_absolute():
    assert not differs("100", "100", "100.5", Tolerance(0.01, 0.0))
    assert differs("100", "100", "102", Tolerance(0.01, 0.0))
    assert not differs("0", "0", "0.001", Tolerance(0.0, 0.01))


def test_nan_in_place_of_a_number_differs_even_with_tolerance():
    assert differs("1.0", "1.0", "nan", Tolerance(1.0, 1.0))
    assert not differs("nan", "nan", "nan")


def test_names_with_digits_are_words():
    assert differs("conv1 3", "conv1 3", "conv2 3") == "the output differs"


def test_two_plain_runs_with_other_words_are_told():
    assert not reference("a 1", "b 1", EXACT).is_stable


@pytest.mark.parametrize("text", ["", "1", "a,b", "1,2,3"])
def test_a_tolerance_that_is_not_two_numbers_is_an_error_that_says_so(text):
    with pytest.raises(ToleranceError, match="RTOL,ATOL"):
        read_tolerance(text)


def test_of_a_run_that_failed_only_the_begin_is_compared():
    begun = replace(reference("loss 1\nlo", "loss 1\nlo", EXACT), is_begin=True)
    assert begun.difference("loss 1\nloss 2\n") == ""
    assert begun.difference("loss 3\nloss 2\n") != ""
    assert begun.difference("") != ""


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (
            "loss 1.5\ncompiled: False\n",
            "loss 1.5\ncompiled: True\n",
            "`compiled: False` -> `compiled: True`",
        ),
        (
            "it runs without torch.compile\nloss 1.5\n",
            "loss 1.5\n",
            "`it runs without torch.compile` -> nothing",
        ),
        (
            "compiling failed (RuntimeError)\nloss 1.5\ncompiled: False\n",
            "loss 1.5\ncompiled: True\n",
            "`compiling failed (RuntimeError)` -> nothing",
        ),
        # Another number, words about something else, a line with all the results.
        ("loss 1.5\ncompiled: False\n", "loss 1.6\ncompiled: True\n", ""),
        ("loss 1.5\ncompiled: no\ncat\n", "loss 1.5\ncompiled: yes\ndog\n", ""),
        ("loss 1.5\nmode a\n", "loss 1.5\nmode b\n", ""),
        ("eager 0.9\n", "compiled 0.9\n", ""),
        ("loss 1\nfailed 2 times\n", "loss 1\nfailed 1 time\n", ""),
        ("eager\n", "compiled\n", ""),
        ("loss 1.5\n", "loss 1.5\n", ""),
    ],
)
def test_lines_may_tell_whether_the_program_is_compiled(before, after, told):
    assert reference(before, before, EXACT).told(after) == told
