"""Why CUDA graphs are not used, and what to change."""

from __future__ import annotations

import pytest

from depyf.model.build import fold
from depyf.model.detail_events import CompiledFor, CudaGraphs
from depyf.model.events import FrameStarted, GraphReported, SourceLine
from depyf.model.findings import findings
from depyf.model.findings.cuda_graphs import written_tensor
from depyf.torch_text.names import CompileId

ID = CompileId.parse("0/0")
CAPTURED = """\
class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[8][1]cuda:0"):
        # File: /a/net.py:27 in mutate, code: cache.add_(x)
        add_: "f32[8][1]cuda:0" = L_x_.add_(L_x_)
        return (add_,)
"""
LINE = SourceLine("/a/net.py", 27, "mutate", "cache.add_(x)")


def found(*said, of=None):
    started = FrameStarted(
        ID,
        co_name="step",
        file="/a/net.py",
        first_line=20,
    )
    of_module = CompiledFor(ID, instance_class="Model")
    graph = GraphReported(ID, stage="Captured_Graph", text=CAPTURED)
    events = [CudaGraphs(of, **one) for one in said]
    return findings(fold([started, of_module, graph, *events])).findings


def test_a_written_input_names_the_function_that_captured_its_line():
    (one,) = found({"cause": "mutated inputs (1 instances)", "at": LINE})
    assert (one.rule, one.subject, one.where) == (
        "cuda-graph-writes",
        "Model.step",
        LINE,
    )
    assert one.edit == 'self.register_buffer("cache", cache)'
    assert one.note == (
        "in a module, whose `self.cache` the function then writes to: a buffer keeps "
        "its address"
    )


def test_an_attribute_becomes_a_buffer_where_it_is_made():
    line = SourceLine("/a/net.py", 27, "mutate", "self.cache[at] += x")
    (one,) = found({"cause": "mutated inputs (1 instances)", "at": line})
    assert one.edit == 'self.register_buffer("cache", self.cache)'
    assert one.note.startswith("in `__init__`, instead of `self.cache`")


def test_an_attribute_of_another_object_becomes_a_buffer_of_it():
    line = SourceLine("/a/net.py", 27, "mutate", "state.keys.cache.add_(x)")
    (one,) = found({"cause": "mutated inputs (1 instances)", "at": line})
    assert one.edit == 'state.keys.register_buffer("cache", state.keys.cache)'
    assert one.note.startswith(
        "where it is created, with `state.keys` as an `nn.Module`"
    )


@pytest.mark.parametrize(
    ("cause", "rule", "what", "edit"),
    [
        ("cpu device (arg1_1)", "cuda-graph-cpu", "on the CPU", "graph_partition"),
        (
            "incompatible op aten.nonzero.default",
            "cuda-graph-operator",
            "a CUDA graph cannot contain `aten.nonzero.default`",
            "graph_partition",
        ),
        ("bisector", "cuda-graph", "asks for: bisector", ""),
    ],
)
def test_each_cause_has_its_rule(cause, rule, what, edit):
    (one,) = found({"cause": cause}, of=ID)
    assert (one.rule, one.subject) == (rule, "Model.step")
    assert what in one.what
    assert edit in one.edit


def test_a_graph_for_each_size_is_told_once_though_torch_repeats_it():
    said = [{"cause": "dynamic shapes", "sizes": number} for number in (9, 10)]
    (one,) = found(*said)
    assert (one.rule, one.subject, one.times) == (
        "cuda-graph-sizes",
        "this program",
        10,
    )


def test_two_functions_that_torch_says_the_same_of_are_two_findings():
    other = CompileId.parse("1/0")
    frames = [
        FrameStarted(one, co_name=name, file="/a/net.py")
        for one, name in ((ID, "first"), (other, "second"))
    ]
    said = [CudaGraphs(one, cause="dynamic shapes", sizes=9) for one in (ID, other)]
    found = findings(fold([*frames, *said])).findings
    assert {one.subject for one in found} == {"first", "second"}


@pytest.mark.parametrize(
    ("line", "tensor"),
    [
        ("self.cache[:, at] = key", "self.cache"),
        ("cache[0][at] += key", "cache"),
        ("state.mean.mul_(0.9)", "state.mean"),
        ("out = cache.add_(x)", "cache"),
        ("total += x", "total"),
        ("y = cache.add(x)", ""),
        ("self.cache = x", ""),
        ("if x.relu_().sum() > 0:", ""),
        ("obj.__iadd__(x)", ""),
    ],
)
def test_what_a_line_writes_into(line, tensor):
    assert written_tensor(line) == tensor
