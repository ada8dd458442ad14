"""Costs that no recompile and no break shows: the guards on a program's globals."""

from __future__ import annotations

from depyf.model.build import fold
from depyf.model.events import FrameStarted, GuardsReported, Metrics, TransformedCode
from depyf.model.findings import findings
from depyf.torch_text.names import CompileId
from depyf.torch_text.source_lines import SourceLine

_AT = CompileId(0, 0)
_FILE = "/home/user/step.py"


def _findings(guards, latency=0):
    """Return the findings on one entry that has guards on these expressions."""
    stack = (SourceLine(_FILE, 3, "step"),)
    behind = f"type=<class 'float'>  # x ({_FILE}:7 in step)"
    leaves = tuple(f"EQUALS_MATCH: {one}, {behind}" for one in guards)
    events = [
        FrameStarted(_AT, co_name="step", file=_FILE, first_line=3, stack=stack),
        TransformedCode(_AT),
        GuardsReported(_AT, leaves=leaves),
        Metrics(_AT, counts={"guard_latency_us": latency} if latency else {}),
    ]
    return findings(fold(events)).findings


def test_the_global_with_most_guards_is_named_and_the_time_torch_measured():
    table = [f"G['TABLE']['key{n}'] == 0.5" for n in range(600)]
    (found,) = _findings([*table, "G['other'] == 1"], latency=1234)
    assert found.why == (
        "It checks 601 values, most of `TABLE`, before each call. "
        "Torch measured 1.2 ms for one check."
    )
    (unmeasured,) = _findings(table)
    assert unmeasured.why.endswith("before each call.")


def test_the_attributes_of_a_model_that_is_a_global_are_no_data():
    """Dropping these guards would keep a `training` that changed from recompiling."""
    model = [f"G['model']._modules['layer{n}'].training" for n in range(600)]
    assert not _findings(model)
