"""Where a function took another path, the value by which it did so is the cause."""

from __future__ import annotations

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

TEXT = """
OPTIONS = {"dynamic": False}  # of another function

def styled(x):
    if state.kind == "soft":
        return x.sum() + state.edge.sum()
    return x + 1
"""


def entry(number, *leaves):
    name, key = CompileId(0, number), "styled"
    yield FrameStarted(name, co_name=key, file="/a.py", first_line=4)
    yield TransformedCode(
        name, co_name=key, code_key=key, original_file="/a.py", original_first_line=4
    )
    yield GuardsReported(name, leaves=leaves)


def test_a_size_that_the_new_entry_never_looks_at_is_no_cause():
    """torch 2.6 names no lines with guards; the values alone tell the paths apart."""
    edge = "TENSOR_MATCH: check_tensor(G['state'].edge, Tensor, size=[3], stride=[1])"
    failed = "tensor 'G['state'].edge' size mismatch at index 0. expected 3, actual 4"
    run = fold([
        *entry(0, "EQUALS_MATCH: G['state'].kind == 'soft'", edge),
        Recompile(
            CompileId(0, 1), reasons=(RecompileReason(failed, CompileId(0, 0)),)
        ),
        *entry(1, "EQUALS_MATCH: G['state'].kind == 'hard'"),
        ProgramFile(None, file="/a.py", text=TEXT),
    ])  # fmt: skip
    found = findings(run)
    assert found.findings == ()
    [one] = found.expected
    assert one.what.startswith("`state.kind` takes several values ('soft', 'hard')")
