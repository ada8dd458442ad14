"""Where calls differ in gradients and in sizes, both are told."""

from __future__ import annotations

import pytest

from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.events import (
    FrameStarted,
    GuardsReported,
    Recompile,
    RecompileReason,
    TransformedCode,
)
from depyf.model.findings import findings
from depyf.torch_text.names import CompileId

TEXT = """\
def scaled(x, y):
    return x * y

with torch.no_grad():
    scaled(x, y)
"""


def entry(number, gradients, **sizes):
    name, key = CompileId(0, number), "scaled"
    yield FrameStarted(name, co_name=key, file="/a.py", first_line=1, source=TEXT)
    yield TransformedCode(
        name,
        co_name=key,
        code_key=key,
        original_file="/a.py",
        original_first_line=1,
        original_source=TEXT,
    )
    tensors = [
        f"TENSOR_MATCH: check_tensor(L['{one}'], Tensor, DispatchKeySet(CPU), "
        f"torch.float32, device=None, requires_grad=False, size=[{size}], stride=[1])"
        for one, size in sizes.items()
    ]
    state = f'GLOBAL_STATE: ___check_global_state() against {{"grad_mode":{gradients}}}'
    yield GuardsReported(name, leaves=(*tensors, state))


def recompiled():
    failed = "GLOBAL_STATE changed: grad_mode"
    reasons = (RecompileReason(failed, CompileId(0, 0)),)
    return Recompile(CompileId(0, 1), reasons=reasons)


def expected(*first_and_later):
    """Return what is expected of calls with gradients and later without."""
    first, later = first_and_later
    run = fold([
        *entry(0, "true", **first),
        recompiled(),
        *entry(1, "false", **later),
        ProgramFile(None, file="/a.py", text=TEXT),
    ])  # fmt: skip
    [one] = findings(run).expected
    return one


def told(*first_and_later):
    """Return what is said of calls with gradients and later without."""
    return expected(*first_and_later).what


def test_a_mode_of_torch_is_because_of_a_line_and_no_value_from_it():
    one = expected({"x": 4}, {"x": 4})
    assert [line.text for line in one.origin] == ["with torch.no_grad():"]
    assert one.origin_how == "cause"


@pytest.mark.parametrize(
    ("first", "later", "words"),
    [
        ({"x": 4, "y": 4}, {"x": 4, "y": 4}, ""),
        ({"x": 4, "y": 4}, {"x": 1, "y": 4}, ", and `x` differs in size"),
        ({"x": 4, "y": 4}, {"x": None, "y": 8}, ", and `x` and `y` differ in size"),
        ({"x": None, "y": 4}, {"x": 1, "y": 4}, ""),  # any size fits the first entry
    ],
)
def test_sizes_that_differ_too_are_named(first, later, words):
    assert told(first, later) == (
        f"it runs with and without gradients{words}: "
        f"{'each entry fits one combination' if words else 'one entry for each'}"
    )
