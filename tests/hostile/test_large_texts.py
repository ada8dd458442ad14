"""Texts that are too large are cut, and the index says so; odd numbers are none."""

from __future__ import annotations

import sys

import pytest

from depyf.decompiler import decompile_code
from depyf.model import events as ev
from depyf.model.bounded import bounded, first_compilations
from depyf.model.build import fold
from depyf.model.instances import unfolded
from depyf.reading.left_out import LeftOut
from depyf.reading.limits import LIMITS, Limits
from depyf.reading.numbers import is_number
from depyf.render.files import generated_files
from depyf.render.index import index_md
from depyf.torch_text.graph import parsed_graph
from depyf.torch_text.names import CompileId
from depyf.torch_text.source_lines import place_comment, printed_stack

FEW = Limits(text_lines=3)
FIRST = CompileId(0, 0)


def graph(text):
    return ev.GraphReported(FIRST, "Captured", text, "__compiled_fn_1")


def test_what_is_within_the_limit_is_the_same_event():
    events = [graph("a\nb\nc"), ev.RunStarted(None)]
    assert [*bounded(events, FEW)] == events


def test_a_text_of_many_lines_is_cut_and_a_note_follows():
    cut, note = bounded([graph("a\nb\nc\nd\ne")], FEW)
    words = "2 lines beyond the limit of 3 lines (`depyf report --no-limits` shows all)"
    assert cut.text == f"a\nb\nc\n# depyf: left out here: {words}"
    assert note == ev.Note(
        FIRST,
        f"a text is too long to be read in full; left out: {words}.",
        "__compiled_fn_1",
    )


def test_a_text_that_is_one_line_is_cut():
    cut, note = bounded([graph("a" * 5000)], FEW)
    assert cut.text.startswith(
        "a" * 1200 + "\n# depyf: left out here: 3,800 characters"
    )
    assert "3,800 characters" in note.text


def test_the_index_says_what_was_left_out():
    text = "x\n" * (LIMITS.text_lines + 500)
    index = index_md(fold(bounded([graph(text)])))
    assert "too long to be read in full; left out: 501 lines" in " ".join(index.split())


def calls_of(function):
    """Return how many calls a function makes: no clock is read, so that none lies."""
    counted = [0]

    def count(_frame, event, _argument):
        counted[0] += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(before)
    return counted[0]


def test_the_work_for_a_graph_grows_with_its_lines():
    """Ten times as many lines take about ten times as many calls, not a hundred."""

    def calls(lines):
        rows = (f"        x_{n} = torch.relu(x_{n - 1})" for n in range(1, lines))
        head = "class G(torch.nn.Module):\n    def forward(self, x_0):\n"
        text = head + "\n".join(rows) + "\n        return (x_1,)"
        assert len(parsed_graph.__wrapped__(text).nodes) == lines + 1
        return calls_of(lambda: parsed_graph.__wrapped__(text))

    assert calls(20_000) < 12 * calls(2_000)


def test_a_line_table_far_longer_than_its_code_is_not_read_on():
    def function(a):
        return a + 1

    code = function.__code__
    if sys.version_info >= (3, 11):
        table = {"co_linetable": bytes([0x80 | 15 << 3]) * 2_000_000}
    elif sys.version_info >= (3, 10):
        table = {"co_linetable": bytes([2, 1]) * 1_000_000}
    else:
        table = {"co_lnotab": bytes([2, 1]) * 1_000_000}
    damaged = code.replace(**table)
    assert "return a + 1" in decompile_code(damaged).source
    whole = calls_of(lambda: decompile_code(code))
    assert calls_of(lambda: decompile_code(damaged)) < 2 * whole + 1000


@pytest.mark.parametrize("digits", ["9" * 5000, "9" * 100_000])
def test_numbers_of_thousands_of_digits_are_no_numbers(digits):
    assert not is_number(digits)
    assert place_comment(f"# File: /a.py:{digits} in f, code: x") is None
    printed_stack(f'  File "/a.py", line {digits}, in f\n    x')
    index_md(fold([ev.ShapeSymbol(FIRST, "s0", digits)]))
    unfolded(f"layers[0..{digits}]")


@pytest.mark.parametrize("text", ["\u00b2", "\u2460", "", "-1", "1_0"])
def test_what_python_does_not_read_is_no_number(text):
    assert not is_number(text)


def test_a_path_with_a_huge_range_is_not_written_out():
    assert len(unfolded("layers[0..99999999999]")) == 100_000
    assert len(unfolded("a[0..99999].b[0..99999]")) == 100_000


# --- many compilations ----------------------------------------------------------------


def entries(number, *, frames=False, resumes=False):
    """Return events of as many entries of one function, or of as many functions."""
    yield ev.RunStarted(None)
    for at in range(number):
        compile_id = CompileId(at, 0) if frames else CompileId(0, at)
        name = f"f{at}" if frames else "f"
        why = f"tensor 'x' size mismatch at index 0. expected {at}, actual {at + 1}"
        if at and not frames:
            reason = ev.RecompileReason(why, CompileId(0, 0))
            yield ev.Recompile(compile_id, (reason,))
        yield ev.TransformedCode(
            compile_id,
            file=f"__transformed_code_{0 if frames else at}_for_{name}.py",
            source="def f(x):\n    return x",
            co_name=name,
            code_key=f"key{at}" if frames else "key",
            index=0 if frames else at,
            resumes=(ev.ResumeLink("g", "g", f"key{at + 1}"),) if resumes else (),
        )
        sizes = f"TENSOR_MATCH: check_tensor(L['x'], Tensor, size=[{at}], stride=[1])"
        leaves = (
            sizes,
            f"EQUALS_MATCH: L['y'] == {at % 7}",
            "ID_MATCH: L['z'] is None",
        )
        yield ev.GuardsReported(compile_id, leaves=leaves)


def report_calls(number, **how):
    run = fold([*entries(number, **how)])
    return calls_of(lambda: [make() for _, make in generated_files(run)])


@pytest.mark.parametrize("how", [{}, {"frames": True}])
def test_a_report_is_linear_in_entries_and_in_functions(how):
    report_calls(2, **how)  # what is imported and compiled late is there for all
    small, large = report_calls(30, **how), report_calls(120, **how)
    assert large < 5 * small


def test_a_function_that_breaks_hundreds_of_times_is_reported():
    """Each resume function resumes the one before: no call is made for each."""
    run = fold([*entries(400, frames=True, resumes=True)])
    index = index_md(run)
    assert "see below" in index
    assert all(f"__transformed_code_0_for_f{at}.py" in index for at in range(400))
    assert max(len(line) - len(line.lstrip()) for line in index.split("\n")) < 100


def test_compilations_beyond_the_limit_are_not_read_and_the_reader_says_so():
    left_out = LeftOut()
    found = first_compilations(entries(5), left_out, Limits(compilations=3))
    assert {str(one.compile_id) for one in found if one.compile_id} == {
        "0/0", "0/1", "0/2"
    }  # fmt: skip
    assert left_out.stopped == "after 3 compilations"
    left_out = LeftOut()
    assert [*first_compilations(entries(3), left_out, Limits(compilations=3))]
    assert not left_out
