"""Which lowered nodes are of the forward, and which are gradients."""

from __future__ import annotations

from depyf.model.graph_nodes import compilation_nodes
from depyf.model.joint_order import in_order
from depyf.model.lowered_modules import lowered_modules
from depyf.model.run import Compilation, Frame, Graph
from depyf.model.stages import BACKWARD, CAPTURED, FORWARD, JOINT
from depyf.torch_text.names import CompileId

HEAD = "class GraphModule(torch.nn.Module):\n    def forward(self, "
PREFIX = "__compiled_fn_1"
FRAME = Frame(0, "forward", "Net.forward", "/p/net.py", 4)


def line(number, module=""):
    """Return the comment above nodes of a line."""
    above = f"        # Module: self.{module} (Block)\n" if module else ""
    return f"{above}        # File: /p/net.py:{number} in forward, code: x\n"


def node(name, call):
    """Return the line of a graph that computes a value of four numbers."""
    return f'        {name}: "f32[4]" = torch.ops.aten.{call}\n'


# Line 5 is run by two blocks.  Only the backward reads `squeeze`.
SAVED = node("squeeze", "squeeze.default(neg)")
AHEAD = (
    f"{line(5)}{node('neg', 'neg.default(primals_1)')}{SAVED}"
    f"{line(6)}{node('exp', 'exp.default(neg)')}"
    f"{line(5)}{node('neg_1', 'neg.default(exp)')}"
    f"{line(6)}{node('exp_1', 'exp.default(neg_1)')}"
)
BEHIND = (
    f"{line(6)}{node('sigmoid', 'sigmoid.default(exp_1)')}"
    f"{node('mul', 'mul.Tensor(tangents_1, sigmoid)')}"
    f"{line(5)}{node('mul_1', 'mul.Tensor(mul, neg_1)')}"
    f"{line(6)}{node('mul_2', 'mul.Tensor(mul_1, exp)')}"
    f"{line(5)}{node('mul_3', 'mul.Tensor(mul_2, squeeze)')}"
)
CAPTURED_TEXT = (
    f'{HEAD}x: "f32[4]"):\n'
    f"{line(5, 'blocks.0')}{node('first', 'neg(x)')}"
    f"{line(6)}{node('second', 'exp(first)')}"
    f"{line(5, 'blocks.1')}{node('third', 'neg(second)')}"
    f"{line(6)}{node('fourth', 'exp(third)')}"
    "        return (fourth,)\n"
)
CHANGE = f"{line(7)}{node('copy_', 'copy_.default(primals_1, exp)')}"  # of an input


def recorded(*, joint=True):
    """Return a compilation with the graphs of a forward and a backward."""
    arguments = 'primals_1: "f32[4]", tangents_1: "f32[4]"):\n'
    saved = 'neg: "f32[4]", exp_1: "f32[4]", exp: "f32[4]", tangents_1: "f32[4]"):\n'
    texts = {
        CAPTURED: CAPTURED_TEXT,
        JOINT: f"{HEAD}{arguments}{AHEAD}{BEHIND}{CHANGE}"
        "        return (exp_1, mul_3)\n",
        FORWARD: f'{HEAD}primals_1: "f32[4]"):\n{AHEAD.replace(SAVED, "")}{CHANGE}'
        "        return (exp_1,)\n",
        BACKWARD: f"{HEAD}{saved}{line(5)}{SAVED}{BEHIND}        return (mul_3,)\n",
    }
    own = (
        Graph(PREFIX, stage, 0, text, backward=stage == BACKWARD)
        for stage, text in texts.items()
        if joint or stage != JOINT
    )
    return Compilation(CompileId(0, 0), graphs=tuple(own))


def names(*, joint):
    """Return the names of the nodes of the forward, and of those of the backward."""
    order = in_order(compilation_nodes(recorded(joint=joint), FRAME))
    return [[one.name for one in own] for own in (order.ahead, order.behind)]


def test_a_value_of_the_forward_that_only_the_backward_reads_is_no_gradient():
    ahead, behind = names(joint=True)
    assert ahead == ["neg", "squeeze", "exp", "neg_1", "exp_1", "copy_"]
    # A node that reads no gradient may be a part of one.
    assert behind == ["sigmoid", "mul", "mul_1", "mul_2", "mul_3"]


def test_without_a_joint_graph_only_the_two_graphs_tell():
    ahead, behind = names(joint=False)
    assert ahead == ["neg", "exp", "neg_1", "exp_1", "copy_"]
    assert behind == ["squeeze", "sigmoid", "mul", "mul_1", "mul_2", "mul_3"]


def test_a_saved_view_is_no_visit_of_a_line_in_the_backward():
    modules = lowered_modules(recorded(), FRAME)[PREFIX, True]
    found = {name: modules.get(name) for name in ("squeeze", "mul_1", "mul_3")}
    first, last = "blocks[0]", "blocks[1]"
    assert found == {"squeeze": first, "mul_1": last, "mul_3": first}
