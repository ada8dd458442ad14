"""An edit on sizes counts the recompiles that it avoids after a graph break, too."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from depyf.capture.journal import JOURNAL, read_journal
from depyf.model.build import fold
from depyf.model.events import SourceLine
from depyf.model.findings import avoided_elsewhere
from depyf.model.findings.avoided_elsewhere import (
    below_limit,
    cause_in_call,
    with_elsewhere,
)
from depyf.model.findings.rule import Expected
from depyf.torch_text.questions import GuardKind

from .run import run_text

PROGRAM = """\
import torch


@torch._dynamo.disable
def logged(x):
    return x


{inner}


def function(x):
    return helper(logged(x * 2)) + 1


def main():
    compiled = torch.compile(function, backend="eager")
    for n in {sizes}:
        compiled(torch.randn(n, 3))


main()
"""
HELPER = """\
def helper(x):
    return {}
"""


def told_of(tmp_path, result, sizes=(4, 5), edit=""):
    text = PROGRAM.format(inner=HELPER.format(result), sizes=sizes)
    dump = run_text("program", tmp_path, text.replace('"eager"', f'"eager"{edit}'))
    return dump, [one for one in dump.summary["expected"] if "edit" in one]


@pytest.mark.torch
def test_the_card_counts_what_the_edit_avoids_after_a_break(tmp_path):
    dump, (told,) = told_of(tmp_path / "before", "x.relu()")
    assert dump.figures().recompiles == 2
    assert told["edit"].endswith("dynamic=True)")
    assert "1 recompile of `function` for such sizes" in told["elsewhere"]
    run = fold(read_journal(dump.folder / JOURNAL))
    spent = sum(one.seconds for one in run.compilations if one.recompile)
    assert told["seconds"] == pytest.approx(spent, abs=1e-5)
    assert told["elsewhere"] in dump.index
    [number] = [
        number
        for number, one in enumerate(dump.summary["findings"], 1)
        if "graph" in one["title"]
    ]
    also = f" s of this is also in finding {number} (`function`)."
    assert told["of_cost"].endswith(also)
    assert f"{told['of_cost']}\n" in dump.index
    assert "cause" not in told  # the title has the function that the program calls
    after, _ = told_of(tmp_path / "after", "x.relu()", edit=", dynamic=True")
    assert after.figures().recompiles == 0


@pytest.mark.parametrize("is_inner", [False, True])
@pytest.mark.parametrize("actual", ["12", ""])
def test_the_plain_reason_is_what_varies_in_the_call_by_the_program(is_inner, actual):
    stack = (
        SourceLine("/p/main.py", 7, "main", "model(ids)"),
        SourceLine("/p/main.py", 3, "outer", "return inner(ids)"),
        SourceLine("/p/main.py", 1, "inner", ""),
    )
    outer = SimpleNamespace(
        file="/p/main.py", co_name="outer", first_line=2, original_source=""
    )
    made = SimpleNamespace(stack=stack if is_inner else stack[:2])
    cause = SimpleNamespace(
        kind=GuardKind.SIZE, index=1, expected="7", actual=actual, source="x"
    )
    group = SimpleNamespace(
        run=SimpleNamespace(frames=[outer]), said="`ids`", source="x", first=cause,
        causes=[cause], compilations=[made],
    )  # fmt: skip
    met = ": 7, then 12" if actual else ""
    told = "" if is_inner else f"`ids.shape[1]` varies{met} at main.py:7"
    assert cause_in_call(group, made) == told


@pytest.mark.torch
def test_an_entry_for_each_branch_is_not_avoided(tmp_path):
    result = "x.relu() if x.shape[0] > 5 else x"
    dump, (told,) = told_of(tmp_path, result, sizes=(4, 5, 8))
    assert dump.figures().recompiles == 3
    assert "elsewhere" not in told


def limited(*, is_refused=True):
    """Return a frame with eight entries, after which torch refused a call."""
    entries = [SimpleNamespace(id=f"1/{one}", entry=object()) for one in range(8)]
    skipped = SimpleNamespace(reason="recompile_limit reached" if is_refused else "")
    facts = SimpleNamespace(all=lambda _kind: ())
    last = SimpleNamespace(id="1/8", entry=None, facts=facts, skipped=skipped)
    return SimpleNamespace(
        key="k", owner="step", entries=entries, compilations=[*entries, last]
    )


@pytest.mark.parametrize(
    ("changed", "is_told"),
    [({}, True), ({"edit": ""}, False), ({"tried": (object(),)}, False)],
)
def test_an_edit_has_the_price_of_the_calls_that_torch_then_compiles(
    monkeypatch, changed, is_told
):
    """With fewer entries, torch compiles calls that it refused: 35 s became 56 s."""
    monkeypatch.setattr(avoided_elsewhere, "compiled_dynamic", lambda _group: None)
    group = SimpleNamespace(frame=limited())
    event = Expected(
        "step", "varies", ("k",), "dynamic=True", "at a.py:3", compilations=("1/4",)
    )
    [told] = with_elsewhere([group], [replace(event, **changed)], [])
    words = told.elsewhere.words if told.elsewhere else ""
    assert ("torch compiles the call that it refused at the limit" in words) is is_told
    if told.elsewhere:
        assert told.elsewhere.of_cost == "The edit may save less, or cost more"
        assert told.elsewhere.seconds == 0


@pytest.mark.parametrize("is_refused", [True, False])
def test_the_card_says_if_the_limit_is_not_reached_any_more(is_refused):
    frame = limited(is_refused=is_refused)
    words = below_limit(frame, {"1/4", "1/5", "2/1"})
    assert ("`step` then needs 6 of its 8 entries" in words) is is_refused
    assert below_limit(frame, {"2/1"}) == ""
