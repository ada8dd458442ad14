"""Which sizes have to be marked dynamic together."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ShapeGuard
from depyf.model.events import ShapeSymbol, SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.conditions import fixed_by, varying_sizes
from depyf.model.findings.other_sizes import each_size
from depyf.torch_text.guards import read_guard
from depyf.torch_text.questions import GuardKind

WEIGHT = "L['self']._parameters['weight']"


def tensor(subject, size):
    return read_guard(
        f"check_tensor({subject}, Tensor, DispatchKeySet(CPU, BackendSelect), "
        f"torch.float32, device=None, requires_grad=False, size={size}, stride=[1])"
    )


def test_sizes_of_inputs_that_differ_and_none_of_a_modules_own():
    entries = [
        SimpleNamespace(
            guards=[
                tensor("L['x']", f"[{size}, 4]"),
                tensor("L['batch']['mask']", f"[2, {size}]"),
                tensor("L['scale']", "[]"),
                tensor(WEIGHT, f"[4, {size}]"),
            ]
        )
        for size in (3, 5)
    ]
    group = SimpleNamespace(frame=SimpleNamespace(entries=entries))
    assert varying_sizes(group) == [("x", 0), ("batch['mask']", 1)]


LINE = SourceLine("a.py", 3, text="y = x + y")


@pytest.mark.parametrize(
    ("literal", "source", "is_fixed"),
    [
        ("L['x']", "L['x']", True),
        ("L['x']", "L['y']", True),  # torch names no symbol of its own: it may be it
        # A buffer's sizes are constants from the start: no line made them so.
        ("L['m']._buffers['cache']", "L['x']", False),
        ("L['m']._buffers['cache']", "L['m']._buffers['cache']", True),
    ],
)
def test_no_line_makes_a_size_of_a_module_a_constant(literal, source, is_fixed):
    events = [
        ShapeSymbol(None, symbol="s0", source=source),
        ShapeGuard(None, "Eq(s0, 24)", user_line=LINE, reason="specialized"),
    ]
    group = SimpleNamespace(
        causes=[SimpleNamespace(literal=literal, kind=GuardKind.SIZE)],
        compilations=[SimpleNamespace(facts=facts_of(events))],
    )
    assert (fixed_by(group) == LINE) is is_fixed


def test_all_dimensions_that_differ_are_named():
    """The first guard that fails is about one dimension only."""
    entries = [
        SimpleNamespace(guards=[tensor("L['x']", f"[{rows}, {columns}, 8]")])
        for rows, columns in ((4, 48), (4, 64), (7, 70))
    ]
    group = SimpleNamespace(
        frame=SimpleNamespace(entries=entries), some_sizes="4, 7", source="x",
        first=SimpleNamespace(literal="L['x']", index=0),
    )  # fmt: skip
    words = (
        "was compiled for each size of `x` (dimension 0: 4, 7; dimension 1: 48, 64, 70)"
    )
    assert each_size(group) == words
