"""What is expected stands once in the index for each origin, and each line to change.

Protects: one cause is one item, however many values and functions it shows in.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.findings import Expected, Findings
from depyf.render import index_findings
from depyf.torch_text.source_lines import SourceLine

ORIGIN = (SourceLine("/a/plan.py", 19, "apply", "p.requires_grad_(name in chosen)"),)
GRAD = "comes with and without requires_grad: one entry for each"


@pytest.fixture
def items(monkeypatch):
    def listed(*found):
        monkeypatch.setattr(
            index_findings, "findings", lambda _run: Findings((), tuple(found))
        )
        monkeypatch.setattr(
            index_findings, "totals", lambda _run: SimpleNamespace(seconds=0.0)
        )
        text = "\n".join(index_findings.expected(None)).replace("\n  ", " ")
        return [line for line in text.split("\n") if line.startswith("- ")]

    return listed


def test_several_values_of_one_origin_are_one_item(items):
    values = ["a", "b", "c", "d", "e", "f"]
    [item] = items(
        *(Expected("loss", f"`{one}` {GRAD}", origin=ORIGIN) for one in values)
    )
    assert f"`a` {GRAD}; the same for `b`, `c`, `d` and 2 more" in item


@pytest.mark.parametrize(
    "other",
    [
        Expected("loss", "`b` has two types", origin=ORIGIN),
        Expected("loss", f"`b` {GRAD}"),
        Expected("step", f"`b` {GRAD}", origin=ORIGIN),
    ],
)
def test_what_differs_in_more_is_an_item_of_its_own(items, other):
    assert len(items(Expected("loss", f"`a` {GRAD}", origin=ORIGIN), other)) == 2


def test_functions_that_one_line_cures_are_one_item(items):
    edit, note = "torch.compile(f, dynamic=True)", "at chain.py:10"
    varies = "`x.shape[1]` varies; torch made it dynamic in entry 1"
    found = [Expected(name, varies, edit=edit, note=note) for name in ("f", "g")]
    [item] = items(*found)
    assert item.startswith(f"- `f`, `g`: {varies}")
    assert item.count("chain.py:10") == 1
    elsewhere = Expected("g", varies, edit=edit, note="at other.py:2")
    assert len(items(found[0], elsewhere)) == 2


def test_shares_are_those_of_the_page(monkeypatch):
    """0.07 s is shown as 0.1 s, but is no 1 % of 19.5 s."""
    found = (Expected("f", "`x` varies", seconds=0.07),)
    monkeypatch.setattr(index_findings, "findings", lambda _run: Findings((), found))
    monkeypatch.setattr(
        index_findings, "totals", lambda _run: SimpleNamespace(seconds=19.5)
    )
    text = "\n".join(index_findings.expected(None))
    assert "Cost: 0.1 s (under 1 % of compiling)" in text
