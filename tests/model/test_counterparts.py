"""The captured operation of a lowered node: certain, or all of its line."""

from __future__ import annotations

import pytest

from depyf.model.counterparts import sources_of_lowered
from depyf.model.graph_nodes import compilation_nodes
from depyf.model.run import Compilation, Graph
from depyf.model.stages import BACKWARD, CAPTURED, FORWARD, JOINT, LOWERED
from depyf.torch_text.names import CompileId
from tests.render.journal import recorded

PREFIX = "__compiled_fn_1"
FRAME = recorded("toy_training").frames[0]

CAPTURED_TEXT = """\
class GraphModule(torch.nn.Module):
    def forward(self, L_h_: "f32[4]", L_x_: "f32[4]"):
        l_h_ = L_h_
        l_x_ = L_x_
        # File: /p/net.py:5 in forward, code: return h + silu(x)
        norm: "f32[4]" = torch.nn.functional.layer_norm(l_x_, (4,))
        item: "f32[1, 4]" = norm[None]
        silu: "f32[1, 4]" = torch.nn.functional.silu(item)
        out: "f32[1, 4]" = l_h_ + silu
        last: "f32[1, 4]" = torch.exp(out)
        return (last,)
"""
LOWERED_TEXT = """\
class GraphModule(torch.nn.Module):
    def forward(self, primals_1: "f32[4]", primals_2: "f32[4]"):
        # File: /p/net.py:5 in forward, code: return h + silu(x)
        var_mean = torch.ops.aten.var_mean.correction(primals_2, [0])
        getitem: "f32[1]" = var_mean[0]
        rsqrt: "f32[1]" = torch.ops.aten.rsqrt.default(getitem)
        mul: "f32[4]" = torch.ops.aten.mul.Tensor(primals_2, rsqrt)
        unsqueeze: "f32[1, 4]" = torch.ops.aten.unsqueeze.default(mul, 0)
        sigmoid: "f32[1, 4]" = torch.ops.aten.sigmoid.default(unsqueeze)
        mul_1: "f32[1, 4]" = torch.ops.aten.mul.Tensor(unsqueeze, sigmoid)
        add: "f32[1, 4]" = torch.ops.aten.add.Tensor(primals_1, mul_1)
        exp: "f32[1, 4]" = torch.ops.aten.exp.default(add)
        return (exp,)
"""


def sources(captured, lowered, stage=FORWARD, *, backward=False):
    """Return the sources of the nodes of one lowered graph."""
    graphs = [
        Graph(PREFIX, CAPTURED, 0, captured),
        Graph(PREFIX, stage, 0, lowered, backward=backward),
    ]
    compilation = Compilation(CompileId(0, 0), graphs=tuple(graphs))
    assert all(one.nodes for one in compilation_nodes(compilation, FRAME))
    return sources_of_lowered(compilation, FRAME)[PREFIX, backward]


def test_an_operation_that_is_lowered_one_to_one_is_certain():
    found = sources(CAPTURED_TEXT, LOWERED_TEXT)
    assert found["add"] == ("out",)
    assert found["exp"] == ("last",)
    assert found["unsqueeze"] == ("item",)


def test_of_nodes_between_no_single_operation_is_claimed():
    found = sources(CAPTURED_TEXT, LOWERED_TEXT)
    assert found["rsqrt"] == found["sigmoid"] == ("norm", "silu")


def test_an_operation_alone_between_others_has_the_nodes_there():
    captured = CAPTURED_TEXT.replace("torch.nn.functional.layer_norm(", "torch.neg(")
    lowered = LOWERED_TEXT.replace(
        "var_mean = torch.ops.aten.var_mean.correction(primals_2, [0])",
        'neg: "f32[4]" = torch.ops.aten.neg.default(primals_2)',
    )
    drop = ("getitem", "rsqrt", "mul:")
    lines = [one for one in lowered.split("\n") if not one.strip().startswith(drop)]
    found = sources(captured, "\n".join(lines).replace("(mul, 0)", "(neg, 0)"))
    assert found["neg"] == ("norm",)
    assert found["sigmoid"] == found["mul_1"] == ("silu",)


def told(text, modules):
    """Return a graph's text with the module of each named node."""
    lines = []
    for line in text.split("\n"):
        name = line.strip().partition(":")[0].partition(" ")[0]
        if name in modules:
            lines += [
                f"        # Module: self.{modules[name]} (Net)",
                "        # File: /p/net.py:5 in forward, code: return h + silu(x)",
            ]
        lines.append(line)
    return "\n".join(lines)


def test_modules_tell_operations_of_one_line_apart():
    captured = told(CAPTURED_TEXT, {"norm": "a.norm", "item": "a"})
    lowered = told(LOWERED_TEXT, {"var_mean": "a.norm", "unsqueeze": "a"})
    found = sources(captured, lowered)
    assert found["var_mean"] == found["mul"] == ("norm",)
    assert found["sigmoid"] == ("silu",)
    assert found["add"] == ("out",)


def test_a_backward_of_several_operations_of_a_line_is_not_certain():
    text = LOWERED_TEXT.replace("primals_2", "tangents_1")
    found = sources(CAPTURED_TEXT, text, BACKWARD, backward=True)
    assert set(found["sigmoid"]) == {"norm", "silu", "last"}
    assert "out" in found["mul"]


def test_the_backward_of_a_sum_computes_nothing_new():
    """Its gradient is the gradient of the result: `where` is of the other operation."""
    captured = """\
class GraphModule(torch.nn.Module):
    def forward(self, L_h_: "f32[4]", L_x_: "f32[4]"):
        # Module: self.a (Net)
        # File: /p/net.py:5 in forward, code: return h + relu(x)
        relu: "f32[4]" = torch.relu(L_x_)
        out: "f32[4]" = L_h_ + relu
        return (out,)
"""
    nodes = """\
        # File: /p/net.py:5 in forward, code: return h + relu(x)
        where: "f32[4]" = torch.ops.aten.where.self(le, le, tangents_1)
        sum_1: "f32[4]" = torch.ops.aten.sum.dim_IntList(tangents_1, [0])
        return (where, sum_1)
"""
    head = "class GraphModule(torch.nn.Module):\n    def forward(self, "
    lowered = f'{head}le: "b8[4]", tangents_1: "f32[4]"):\n{nodes}'
    # Only the graph of the backward names modules.
    of_module = "        # Module: self.a (Net)\n"
    graphs = (
        Graph(PREFIX, CAPTURED, 0, captured),
        Graph(PREFIX, JOINT, 0, lowered),
        Graph(PREFIX, BACKWARD, 0, lowered.replace(nodes, of_module + nodes), True),
    )
    found = sources_of_lowered(Compilation(CompileId(0, 0), graphs=graphs), FRAME)
    for backward in (False, True):  # the joint graph is of both directions
        assert found[PREFIX, backward]["where"] == ("relu",)
        assert found[PREFIX, backward]["sum_1"] == ("relu", "out")


def test_the_backward_of_a_convolution_is_of_no_other_operation():
    captured = CAPTURED_TEXT.replace("torch.exp(out)", "torch.conv2d(out)")
    text = LOWERED_TEXT.replace("aten.exp.default", "aten.convolution_backward.default")
    found = sources(captured, text, BACKWARD, backward=True)
    assert found["exp"] == ("last",)
    # The gradient has its node: what changes values is of another operation.
    assert found["sigmoid"] == ("norm", "silu")


@pytest.mark.parametrize("name", ["toy_training", "unet_training"])
def test_every_source_is_a_captured_operation_of_the_same_line(name):
    for frame in recorded(name).frames:
        for compilation in frame.compilations:
            graphs = compilation_nodes(compilation, frame)
            lines = {
                (one.graph.prefix, node.name): node.place
                for one in graphs
                if one.graph.stage == CAPTURED
                for node in one.nodes
            }
            found = sources_of_lowered(compilation, frame)
            for one in graphs:
                key = one.graph.prefix, one.graph.backward
                for node in one.nodes if one.graph.stage in LOWERED else ():
                    for source in found[key].get(node.name, ()):
                        place = lines[one.graph.prefix, source]
                        assert node.place is None or place.line == node.place.line
