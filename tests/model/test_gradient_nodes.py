"""Which operations a node of the backward may be the gradient of."""

from __future__ import annotations

import pytest

from depyf.model.counterparts import sources_of_lowered
from depyf.model.run import Compilation, Frame, Graph
from depyf.model.stages import BACKWARD, CAPTURED
from depyf.torch_text.names import CompileId

PREFIX = "__compiled_fn_1"
FRAME = Frame(0, "forward", "Net.forward", "/p/net.py", 4)
LINE = "        # File: /p/net.py:5 in forward, code: return self.conv(silu(x))\n"
HEAD = f"class GraphModule(torch.nn.Module):\n    def forward(self, {{}}):\n{LINE}"


def graph(inputs, nodes, result):
    """Return the text of a graph on one line of the program."""
    arguments = ", ".join(f'{one}: "f32[4]"' for one in inputs)
    lines = [f'        {one}: "f32[4]" = {call}\n' for one, call in nodes]
    return f"{HEAD.format(arguments)}{''.join(lines)}        return ({result},)\n"


def sources(operation, nodes):
    """Return the sources of nodes of a backward of `operation(silu(x))`."""
    nodes_ahead = [
        ("act", "torch.nn.functional.silu(x)"),
        ("out", f"torch.nn.functional.{operation}(act, w)"),
    ]
    captured = graph(["x", "w"], nodes_ahead, "out")
    behind = graph(["w", "saved", "tangents_1"], nodes, nodes[-1][0])
    own = (
        Graph(PREFIX, CAPTURED, 0, captured),
        Graph(PREFIX, BACKWARD, 0, behind, backward=True),
    )
    compilation = Compilation(CompileId(0, 0), graphs=own)
    return sources_of_lowered(compilation, FRAME)[PREFIX, True]


SILU = [
    ("sigmoid", "torch.ops.aten.sigmoid.default(saved)"),
    ("mul", "torch.ops.aten.mul.Tensor(grad, sigmoid)"),
    ("sum_2", "torch.ops.aten.sum.dim_IntList(mul, [0])"),
]
CONVOLUTION = [
    ("back", "torch.ops.aten.convolution_backward.default(tangents_1, saved, w)"),
    ("grad", "back[0]"),
]
PRODUCT = [
    ("grad", "torch.ops.aten.mm.default(tangents_1, w)"),
    ("mm", "torch.ops.aten.mm.default(tangents_1, saved)"),
]


@pytest.mark.parametrize(
    ("operation", "gradient"), [("conv2d", CONVOLUTION), ("linear", PRODUCT)]
)
def test_a_gradient_with_nodes_of_its_own_has_no_others(operation, gradient):
    found = sources(operation, [*gradient, *SILU])
    assert {found[name] for name, _ in gradient if name != "grad"} == {("out",)}
    assert found["sigmoid"] == found["mul"] == found["sum_2"] == ("act",)


@pytest.mark.parametrize(
    ("operation", "gradient"), [("conv2d", CONVOLUTION), ("linear", PRODUCT)]
)
def test_what_changes_the_type_beside_a_gradient_may_belong_to_it(operation, gradient):
    bias = ("sum_1", "torch.ops.aten.sum.dim_IntList(tangents_1, [0])")
    cast = ("cast", "torch.ops.prims.convert_element_type.default(grad, torch.float32)")
    found = sources(operation, [bias, *gradient, cast, *SILU])
    assert found["sum_1"] == found["cast"] == ("act", "out")
    assert found["mul"] == ("act",)


def test_where_nodes_of_a_gradient_are_missing_others_may_compute_it():
    """Torch computes small matrix products as products and a sum."""
    product = [PRODUCT[0], ("mul_1", "torch.ops.aten.mul.Tensor(tangents_1, saved)")]
    found = sources("linear", [*product, *SILU])
    assert found["mul_1"] == found["mul"] == ("act", "out")
