"""The program's collector, finalizers and weak references are what they were."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.torch

COLLECTOR = """
import gc, json, sys, weakref
from contextlib import nullcontext
import torch

switch, capture = sys.argv[1:]
told = []
phases = {"start": 0, "stop": 0}

def count(phase, info):
    phases[phase] += 1

class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.me = [self]  # a cycle: only the collector gets at it

    def __repr__(self):
        told.append("shown")
        return "Layer"

    def forward(self, x):
        y = self.linear(x)
        if y.sum() > 0:
            return y.sin()
        return y.cos()

def backend(graph, inputs):
    told.append(["in a backend", gc.isenabled(), gc.get_threshold()])
    return graph.forward

def finalized(name):
    told.append(["finalized", name, gc.isenabled()])

gc.callbacks.append(count)
gc.set_threshold(701, 11, 12)
gc.freeze()
if switch == "off":
    gc.disable()
if capture == "yes":
    import depyf
    block = depyf.prepare_debug("dump")
else:
    block = nullcontext()
with block:
    layer = Layer()
    weakref.finalize(layer, finalized, "layer")
    known = weakref.ref(layer)
    compiled = torch.compile(layer, backend=backend)
    torch.manual_seed(0)
    compiled(torch.randn(2, 3)).sum().backward()
    compiled(torch.randn(4, 3)).sum().backward()
    told.append([gc.isenabled(), gc.get_threshold(), gc.get_freeze_count() > 1000])
    del layer, compiled
    torch._dynamo.reset()
    gc.collect()
    told.append(["alive", known() is not None])
told.append([gc.isenabled(), gc.get_threshold(), gc.callbacks == [count]])
told.append([phases["start"] == phases["stop"], phases["start"] > 0, gc.garbage])
gc.unfreeze()
print(json.dumps(told))
"""


@pytest.mark.parametrize("switch", ["on", "off"])
def test_switch_thresholds_callbacks_finalizers_and_references_stay(
    run_program, switch
):
    plain = run_program(COLLECTOR, switch, "no")
    watched = run_program(COLLECTOR, switch, "yes")
    assert watched.from_depyf == []
    assert watched.told == plain.told
    assert ["finalized", "layer", switch == "on"] in plain.told
    assert ["alive", False] in plain.told
