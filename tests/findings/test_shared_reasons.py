"""A reason that another entry was already made for does not tell a new entry apart."""

from __future__ import annotations

from types import SimpleNamespace

from depyf.model.build import fold
from depyf.model.events import (
    FrameStarted,
    GuardsReported,
    Recompile,
    RecompileReason,
    TransformedCode,
)
from depyf.model.findings.brought_words import as_sentences, told_once
from depyf.model.findings.telling_reasons import telling_reasons
from depyf.torch_text.names import CompileId

SIZE = "12 <= L['x'].size()[1]"
EVEN = "((L['x'].size()[1] // 2) % 2) == 0"
# What no entry has to do with the recompiles, but the first and the last share.
NOISE = tuple(f"EQUALS_MATCH: L['self'].a{n} == 1" for n in range(6))


def entry(number, guards, reasons):
    at = CompileId(0, number)
    found = tuple(RecompileReason(text, CompileId(0, of)) for text, of in reasons)
    return [
        FrameStarted(at, co_name="f", file="a.py", first_line=1),
        TransformedCode(
            at, co_name="f", index=number, source="def f():\n    pass\n",
            quality="exact", qualified_name="f", code_key="f0", original_file="a.py",
        ),
        GuardsReported(at, leaves=tuple(guards)),
        *([Recompile(at, reasons=found)] if found else []),
    ]  # fmt: skip


def test_the_reason_against_the_entry_of_the_same_branch_is_told():
    """The third call is like the second in the first condition."""
    events = [
        *entry(0, [f"SHAPE_ENV: {SIZE}", *NOISE], []),
        *entry(1, [f"SHAPE_ENV: {EVEN}"], [(SIZE, 0)]),
        *entry(2, NOISE, [(EVEN, 1), (SIZE, 0)]),
    ]
    [frame] = fold(events).frames
    told = telling_reasons(frame, frame.compilations[2])
    assert [one.text for one in told] == [EVEN]


def brought(what, seconds):
    return SimpleNamespace(what=what, seconds=seconds, times=1)


def test_equal_clauses_are_told_once_with_their_sum():
    what = "the code after the break recompiles for new values of `x`"
    found = [
        brought(f"{what} (compiled 1 more time, 1.4 s)", 1.4),
        brought(f"{what} (compiled 1 more time, 0.2 s)", 0.2),
        brought("another (compiled 1 more time; torch gave up)", 0.1),
    ]
    assert told_once(found) == [
        f"{what} (compiled 2 more times, 1.6 s)",
        "another (compiled 1 more time; torch gave up)",
    ]


def test_clauses_that_differ_in_the_value_are_one_the_dearest_first():
    what = "the code after the break recompiles for new sizes of"
    found = [
        brought(f"{what} `x` (compiled 1 more time, 0.1 s)", 0.1),
        brought(f"{what} `y` (compiled 1 more time, 0.9 s)", 0.9),
        brought(f"{what} `z` (compiled 1 more time, 0.3 s)", 0.3),
        brought("another for `z` (compiled 1 more time, 2.0 s)", 2.0),
    ]
    assert told_once(found) == [
        "another for `z` (compiled 1 more time, 2.0 s)",
        f"{what} `y`, `z` and 1 more (compiled 3 more times, 1.3 s)",
    ]


def test_a_reason_and_its_effects_are_sentences_and_few():
    effects = ["all of `f` runs as plain Python", "", "`g` is next.", "third", "last"]
    assert as_sentences("Torch breaks the graph: a reason.", effects) == (
        "Torch breaks the graph: a reason. All of `f` runs as plain Python. "
        "`g` is next. Third"
    )
