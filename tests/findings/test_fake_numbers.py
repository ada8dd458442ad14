"""`int()` of a size in a fake implementation, which torch runs with symbols."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile, ShapeGuard
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings import fake_numbers
from depyf.model.findings.fake_numbers import fake_number, kept_a_symbol


def group(monkeypatch, text, *, is_run=True):
    """Return recompiles for a size that this line made a constant."""
    at = SourceLine("/me/ops.py", 1, "_", text)
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, "/me/ops.py", text)]))
    guard = ShapeGuard(None, "s0 == 4", at, "made a constant", at if is_run else None)
    monkeypatch.setattr(fake_numbers, "fixed_by", lambda _group: at)
    compilation = SimpleNamespace(facts=facts_of([guard]))
    return SimpleNamespace(run=run, compilations=[compilation])


def test_the_line_without_int_is_the_edit(monkeypatch):
    met = group(monkeypatch, "y = x.new_empty(int(self.sizes[0]))")
    assert kept_a_symbol(met).edit == "y = x.new_empty(self.sizes[0])"


@pytest.mark.parametrize(
    "text",
    [
        "y = x.new_empty(int(n) + int(m))",
        "y = x.new_empty(int(n * 1.5))",
        "y = x.new_empty(len(n))",
        "y = x.new_empty(int('f', 16))",
    ],
)
def test_other_lines_have_no_edit(monkeypatch, text):
    assert fake_number(group(monkeypatch, text)) is None


def test_a_traced_line_may_keep_int(monkeypatch):
    """Dynamo leaves `int()` of a size out."""
    assert fake_number(group(monkeypatch, "y = x[: int(n)]", is_run=False)) is None
