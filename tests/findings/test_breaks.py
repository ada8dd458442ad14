"""Breaks: which functions they lose and which they cut; what a branch asks for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from depyf.model.build import fold
from depyf.model.detail_events import ProgramError, ProgramFile, SourceText
from depyf.model.events import (
    FrameSkipped,
    GraphBreak,
    GraphReported,
    Metrics,
    SourceLine,
    TransformedCode,
)
from depyf.model.findings import findings
from depyf.model.findings.raised import RAISED
from depyf.torch_text.names import CompileId

FILE = "/home/user/a.py"
LINE = SourceLine(FILE, 5, "clipped", "if x.max() > 0.5:")


def _met(number, name):
    caller = SourceLine(FILE, 10 * number, name, "x = clipped(x)")
    return GraphBreak(
        CompileId(number, 0),
        reason="Data-dependent branching",
        user_stack=(caller, LINE),
    )


def test_the_function_that_is_lost_is_named_first():
    events = [
        _met(1, "in_callee"),
        TransformedCode(
            CompileId(1, 0),
            co_name="in_callee",
            index=0,
            source="def in_callee(x):\n    return x\n",
            quality="exact",
            original_file=FILE,
            original_first_line=9,
            code_key="f1",
        ),
        _met(2, "in_loop"),
        FrameSkipped(
            CompileId(2, 0),
            reason="torch.compile detected a graph break in a for/while loop.",
            file=FILE,
            line=19,
            co_name="in_loop",
        ),
    ]
    # Seconds that the lost function took count, not those of what is cut in two.
    events += [
        Metrics(CompileId(1, 0), seconds=2.0),
        Metrics(CompileId(2, 0), seconds=3.0),
    ]
    [one] = findings(fold(events)).findings
    assert one.subject == "in_loop"
    assert one.seconds == 3.0
    assert one.what.startswith("runs as plain Python because of a graph break")
    assert one.what.endswith("the graph also breaks in `in_callee`")
    assert one.why.endswith(
        "All of `in_loop` runs as plain Python. The graph also breaks in `in_callee`."
    )
    assert one.led_here is not None
    assert one.led_here.function == "in_loop"


def test_a_backend_that_fails_on_the_line_of_a_break_is_no_finding():
    failed = replace(
        _met(2, "in_loop"), reason="Backend compiler exception", text="aot_eager failed"
    )
    lost = FrameSkipped(
        CompileId(2, 0), reason="", file=FILE, line=19, co_name="in_loop"
    )
    own = compiled(1, "def f(x):\n    return clipped(x)\n")
    [one] = findings(fold([_met(1, "f"), own, failed, lost])).findings
    assert one.rule == "branch-on-tensor"
    [alone] = findings(fold([failed, lost])).findings
    assert alone.rule == "backend-error"


SIZE = SourceLine(FILE, 3, "f", "    if x.shape[0] > 2:")
SOURCE = """\
def f(x):
    x = x[x > 0]
    if x.shape[0] > 2:
        x = x / 2
    return x
"""


def compiled(number, source, first_line=1):
    """Return the entry of a function `f` with this source."""
    return TransformedCode(
        CompileId(number, 0),
        co_name="f",
        index=0,
        source=source,
        quality="exact",
        original_file=FILE,
        original_first_line=first_line,
        original_source=source,
        code_key=f"f{number}",
    )


def edit_of(kind, *earlier, line=SIZE, first_line=1):
    """Return the edit for a branch on a value of this kind."""
    met = GraphBreak(
        CompileId(1, 0),
        reason="Data-dependent branching",
        context=f"attempted to jump with {kind}()",
        user_stack=(line,),
    )
    code = compiled(1, SOURCE, first_line)
    [one] = findings(fold([*earlier, met, code])).findings
    return one.edit


def test_a_branch_on_a_size_is_not_chosen_by_a_tensor():
    assert "torch.where" in edit_of("TensorVariable")
    assert not edit_of("SymNodeVariable")


def test_the_edit_is_made_from_the_function_around_the_line():
    # A file often has several functions of one name, above all `forward`.
    other = compiled(0, "def f(x):\n    return x\n")
    line = SourceLine(FILE, 13, "f", "    if x.shape[0] > 2:")
    assert "torch.where" in edit_of("TensorVariable", other, line=line, first_line=11)


COUNTS = SourceLine(FILE, 2, "f", "    n = x.sum().item()")
PASSES = """\
def f(x):
    n = x.sum().item()
    return part(x, n, rounds=n)
"""


@pytest.mark.parametrize(
    ("callee", "is_needed"),
    [
        ("def part(x, n, rounds):\n    return x[:n] * n\n", False),
        ("def part(x, n, rounds):\n    return [x for _ in range(rounds)]\n", True),
        ("def part(x, n, rounds):\n    if n > 2:\n        x = -x\n", True),
        ("    def part(self, x, n):\n        if n > 2:\n            x = -x\n", True),
        ("def other(x, few):\n    return x if few else -x\n", False),
    ],
)
def test_numbers_are_not_captured_for_a_callee_that_needs_them(callee, is_needed):
    met = GraphBreak(
        CompileId(1, 0),
        reason="Unsupported Tensor.item() call with capture_scalar_outputs=False",
        user_stack=(COUNTS,),
    )
    traced = SourceText(CompileId(1, 0), FILE, 21, "part", callee)
    [one] = findings(fold([met, compiled(1, PASSES), traced])).findings
    assert ("capture_scalar_outputs" in one.edit + one.note) is not is_needed
    assert ("a.py:22" in one.note) is is_needed


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("self.total += n", "total"),
        ("self.mean = 0.9 * self.mean + 0.1 * n", "mean"),
        ("self.seen = [a + b for a, b in zip(self.seen, [n])]", "seen"),
        ("self.by_name['n'] = self.by_name['n'] + n", "by_name"),
        ("k = max(n, 1)\n    self.total = self.total + k", "total"),
        ("self.last = n", ""),  # nothing that is traced reads it
        ("self.state = self.state + x * n", ""),  # a tensor again
        ("x = x * n\n    self.total += x", ""),
    ],
)
def test_numbers_are_not_captured_if_the_next_call_reads_them(body, kept):
    source = f"def f(self, x):\n    n = x.sum().item()\n    {body}\n"
    met = GraphBreak(
        CompileId(1, 0),
        reason="Unsupported Tensor.item() call with capture_scalar_outputs=False",
        user_stack=(COUNTS,),
    )
    [one] = findings(fold([met, compiled(1, source)])).findings
    assert ("capture_scalar_outputs" in one.edit + one.note) is not bool(kept)
    assert (f"`{kept}` stores it" in one.note) is bool(kept)


def test_the_setting_for_items_is_not_advised_for_another_operator():
    """Torch captures no result of `torch.equal`, whatever is set."""
    met = GraphBreak(
        CompileId(1, 0),
        reason="Data dependent operator",
        explanation="Operator `aten.equal.default` has a non-Tensor output whose value "
        "is dependent on the data of Tensor inputs.",
        user_stack=(COUNTS,),
    )
    source = "def f(self, x):\n    n = torch.equal(x, x)\n    return x\n"
    [one] = findings(fold([met, compiled(1, source)])).findings
    assert not one.edit
    assert "call `equal` outside" in one.note


def test_a_window_at_a_tensors_value_is_selected_by_an_index():
    line = SourceLine(FILE, 2, "f", "return x[(slice(n, n + 4), 0)]")
    met = GraphBreak(
        CompileId(1, 0),
        reason="Unsupported Tensor.item() call with capture_scalar_outputs=False",
        user_stack=(line,),
    )
    source = f"def f(self, x, n):\n    {line.text}\n"
    file = ProgramFile(None, file=FILE, text=source)
    [one] = findings(fold([file, met, compiled(1, source)])).findings
    assert "`n + torch.arange(4)`" in one.note
    assert not one.edit


def test_a_number_is_followed_out_of_the_helper_that_returns_it():
    helper = "def read(v):\n    return v.sum().item()\n"
    source = "def f(self, x):\n    n = read(x)\n    self.total += n\n"
    for call, is_kept in (("n = read(x)", True), ("n = other(read(x))", False)):
        inner = SourceLine(FILE, 22, "read", "return v.sum().item()")
        met = GraphBreak(
            CompileId(1, 0),
            reason="Unsupported Tensor.item() call with capture_scalar_outputs=False",
            user_stack=(COUNTS, inner),
        )
        code = compiled(1, source.replace("n = read(x)", call))
        traced = SourceText(CompileId(1, 0), FILE, 21, "read", helper)
        [one] = findings(fold([met, code, traced])).findings
        assert ("stores it" in one.note) is is_kept


BRANCHES = "torch cannot branch on it"
COUNTS_IT = "the loop at a.py:2 needs the number"


@pytest.mark.parametrize(
    ("helper", "caller", "said"),
    [
        ("return v.sum().item() >= least", "if read(x):\n        x = -x", BRANCHES),
        (
            "n = v.sum().item()\n    return n > 2",
            "if read(x):\n        x = -x",
            BRANCHES,
        ),
        (
            "return v.sum().item()",
            "n = read(x)\n    while n > 2:\n        n -= 1",
            BRANCHES,
        ),
        (
            "return v.sum().item()",
            "for _ in range(read(x)):\n        x = -x",
            COUNTS_IT,
        ),
        ("return v.sum().item()", "x = x * read(x)", ""),
        ("n = v.sum().item()\n    return v", "if read(x):\n        x = -x", ""),
    ],
)
def test_numbers_are_not_captured_if_a_caller_branches_on_them(helper, caller, said):
    read = f"def read(v, least=1):\n    {helper}\n"
    inner = SourceLine(FILE, 22, "read", helper.split("\n")[0])
    outer = SourceLine(FILE, 2, "f", caller.split("\n")[0])
    met = GraphBreak(
        CompileId(1, 0),
        reason="Unsupported Tensor.item() call with capture_scalar_outputs=False",
        user_stack=(outer, inner),
    )
    traced = SourceText(CompileId(1, 0), FILE, 21, "read", read)
    code = compiled(1, f"def f(self, x):\n    {caller}\n    return x\n")
    [one] = findings(fold([met, code, traced])).findings
    assert ("capture_scalar_outputs" in one.edit + one.note) is not bool(said)
    assert said in one.note


@pytest.mark.parametrize(("line", "is_consequence"), [(2, True), (5, False)])
def test_a_call_that_was_cut_inside_has_one_finding(line, is_consequence):
    """Torch cannot go on behind it, because what it made is lost with the break."""
    outer = SourceLine(FILE, 2, "f", "    n = read(x)")
    inner = SourceLine(FILE, 22, "read", "    t = time.perf_counter()")
    cut = GraphBreak(
        CompileId(1, 0),
        reason="Attempted to call function marked as skipped",
        user_stack=(outer, inner),
    )
    lost = GraphBreak(
        CompileId(2, 0),
        reason="Reconstruction failure",
        user_stack=(SourceLine(FILE, line, "f", "    n = read(x)"),),
    )
    source = "def f(x):\n    n = read(x)\n    return x\n"
    code = [compiled(number, source) for number in (1, 2)]
    found = findings(fold([cut, lost, *code])).findings
    assert len(found) == (1 if is_consequence else 2)
    assert "skips" in found[0].title or "skips" in found[-1].title


def test_a_function_with_a_compiled_part_is_not_lost():
    events = [
        _met(1, "f"),
        FrameSkipped(
            CompileId(1, 0), reason="a graph break", file=FILE, line=9, co_name="f"
        ),
        TransformedCode(
            CompileId(2, 0),
            co_name="f",
            index=0,
            source="def f(x):\n    return x\n",
            quality="exact",
            original_file=FILE,
            original_first_line=9,
            code_key="f",
            graph_calls=("__compiled_fn_1",),
        ),
        GraphReported(
            CompileId(2, 0), stage="Captured Graph", compiled_fn="__compiled_fn_1"
        ),
    ]
    (one,) = findings(fold(events)).findings
    assert one.title.startswith("breaks the graph: ")
    assert one.why.endswith("A part of `f` runs as plain Python.")


@pytest.mark.parametrize(
    ("raised", "file", "title"),
    [
        ("TypeError", "__transformed_code_0_for_f.py", "ends with TypeError in "),
        ("ValueError", "__transformed_code_0_for_f.py", "breaks the graph: "),
        ("TypeError", "__transformed_code_0_for_g.py", "breaks the graph: "),
    ],
)
def test_an_operator_that_fails_at_run_time_too_ended_the_program(raised, file, title):
    events = [
        GraphBreak(
            CompileId(0, 0),
            reason="TypeError when making fake tensor call",
            context="FakeTensorProp: <f>: expected Tensor, but got tuple",
            user_stack=(LINE,),
        ),
        TransformedCode(
            CompileId(0, 0),
            co_name="f",
            index=0,
            file="__transformed_code_0_for_f.py",
            source="def f(x):\n    return x\n",
            quality="exact",
            original_file=FILE,
            original_first_line=4,
            code_key="f",
        ),
        ProgramError(None, error=raised, text="expected Tensor", code=file),
    ]
    (found,) = findings(fold(events)).findings
    assert found.title.startswith(title)
    assert (found.weight == RAISED) is title.startswith("ends")


def test_the_other_calls_of_the_broken_function_are_named():
    def met(number, line, name):
        calls = SourceLine(FILE, line, name, "x = clipped(x)")
        stack = (calls, LINE)
        return GraphBreak(CompileId(number, 0), reason="skipped", user_stack=stack)

    found = [met(1, 20, "f"), met(2, 20, "f"), met(3, 30, "g")]
    events = [
        event
        for number, name, first in ((1, "f", 19), (2, "f", 19), (3, "g", 29))
        for event in (
            found[number - 1],
            TransformedCode(
                CompileId(number, 0),
                co_name=name,
                index=0,
                source=f"def {name}(x):\n    return x\n",
                quality="exact",
                original_file=FILE,
                original_first_line=first,
                code_key=name,
            ),
        )
    ]
    (one,) = findings(fold(events)).findings
    assert (one.led_here.line, one.also) == (20, "also called at a.py:30")


@pytest.mark.parametrize(
    ("body", "note"),
    [
        ("self.extend(x)", "decide it outside of the compiled function, before the "),
        ("x = -x\n        y = x.sum()", "compute the branch always and choose with "),
    ],
)
def test_a_branch_that_only_calls_something_cannot_always_run(body, note):
    met = GraphBreak(
        CompileId(1, 0),
        reason="Data-dependent branching",
        user_stack=(SourceLine(FILE, 2, "f", "if x.sum() > 0:"),),
    )
    code = compiled(
        1, f"def f(self, x):\n    if x.sum() > 0:\n        {body}\n    return x\n"
    )
    [one] = findings(fold([met, code])).findings
    assert one.note.startswith(note)
