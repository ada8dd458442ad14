"""A size of a tensor that compiled code creates cannot be guarded (568)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ShapeGuard
from depyf.model.events import ShapeSymbol, SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.inside_sizes import INSIDE_SIZE
from depyf.torch_text.names import CompileId

HERE = CompileId(0, 0)
MADE = SourceLine("/me/ragged.py", 6, "nest", "nested_tensor_from_jagged(rows, ends)")
CHECKED = SourceLine("/me/encoder.py", 14, "forward", "self.norm(visits)")
INSIDE = "<ephemeral: intermediate_offsets_or_lengths>"


def failure(source=INSIDE, at=CHECKED, fail_line=None):
    symbol = ShapeSymbol(HERE, "s25", source=source, user_line=MADE)
    guard = ShapeGuard(HERE, "Ne(s25, 24)", at)
    metrics = SimpleNamespace(fail_line=fail_line, made_entry=False)
    compilation = SimpleNamespace(facts=facts_of([symbol, guard]))
    return SimpleNamespace(metrics=metrics, compilation=compilation)


def test_both_lines_are_named():
    one = failure()
    assert INSIDE_SIZE.when(one)
    assert INSIDE_SIZE.where(one) == CHECKED
    assert INSIDE_SIZE.note(one) == (
        "create the tensor of ragged.py:6 before the call and pass it, or after "
        "encoder.py:14"
    )


@pytest.mark.parametrize(
    "changed",
    [{"source": "L['x'].size()[0]"}, {"at": None}, {"fail_line": CHECKED}],
    ids=["size of an input", "no line", "error with a line"],
)
def test_other_failures_are_left_to_other_rules(changed):
    assert not INSIDE_SIZE.when(failure(**changed))
