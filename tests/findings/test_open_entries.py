"""A call is compared with the entry for any size, not with the one before it."""

from __future__ import annotations

from depyf.model.build import fold
from depyf.model.events import (
    FrameStarted,
    GuardsReported,
    Recompile,
    RecompileReason,
    ShapeSymbol,
    TransformedCode,
)
from depyf.model.findings import findings
from depyf.torch_text.names import CompileId

FILE = "/home/user/a.py"
SOURCE = "def f(**inputs):\n    return inputs['x']\n"
MASK = "NOT_PRESENT_IN_DICT: not ___dict_contains('mask', L['inputs'])"
# What more is asked of a size that may be any.
OPEN = [f"LAMBDA_GUARD: L['inputs']['x'].size()[0] % {n} == 0" for n in range(2, 7)]


def size(text):
    return (
        "TENSOR_MATCH: check_tensor(L['inputs']['x'], Tensor, DispatchKeySet(CPU), "
        "torch.float32, device=None, requires_grad=False, "
        f"size=[{text}, 3], stride=[3, 1])"
    )


def mismatch(actual):
    return f"tensor 'inputs['x']' size mismatch at index 0. expected 4, actual {actual}"


def entry(number, leaves, *reasons):
    at = CompileId(0, number)
    yield FrameStarted(at, co_name="f", file=FILE, first_line=1)
    yield TransformedCode(
        at, co_name="f", index=number, source=SOURCE, quality="exact",
        original_file=FILE, original_first_line=1, original_source=SOURCE,
        code_key="f0",
    )  # fmt: skip
    yield GuardsReported(at, leaves=tuple(leaves))
    if reasons:
        told = [RecompileReason(text, CompileId(0, of)) for of, text in reasons]
        yield Recompile(at, reasons=tuple(told))


def expected(last):
    """What is said of three entries: one size, any size, and the last call's."""
    any_size = ShapeSymbol(CompileId(0, 1), "s0", source="L['inputs']['x'].size()[0]")
    events = [
        *entry(0, [size(4)]),
        *entry(1, [size(None), *OPEN], (0, mismatch(6))),
        any_size,
        *entry(2, [size(1), MASK], (1, last), (0, mismatch(1))),
    ]
    return [one.what for one in findings(fold(events)).expected]


def test_what_the_entry_for_any_size_lacks_is_the_reason():
    told = expected("KeyError on inputs['mask']")
    assert any("'mask' in inputs" in one for one in told), told


def test_the_size_is_the_reason_if_that_entry_leaves_it_out():
    told = expected("2 <= inputs['x'].size()[0]")
    assert told == [
        "`inputs['x'].shape[0]` varies; torch made it dynamic in entry 1",
        "`inputs['x'].shape[0]` is 1 in some calls: torch compiles the sizes 0 and 1 "
        "separately",
    ]
