"""Nodes without a module or line get those of what they read."""

from __future__ import annotations

from depyf.model.lowered_modules import lowered_modules
from depyf.model.run import Compilation, Frame, Graph
from depyf.model.saved_tensors import saved_for_backward
from depyf.model.stages import AFTER_POST_GRAD, BACKWARD, CAPTURED, FORWARD
from depyf.torch_text.names import CompileId

IN_TRACE = """\
class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_a_parameters_weight_: "f32[4]",
        L_x_: "f32[4]",
        L_self_modules_b_parameters_weight_: "f32[4]",
        L_self_modules_tied_parameters_weight_: "f32[4]",
    ):
        l_self_modules_a_parameters_weight_ = L_self_modules_a_parameters_weight_
        l_x_ = L_x_
        l_self_modules_b_parameters_weight_ = L_self_modules_b_parameters_weight_
        l_self_modules_tied_parameters_weight_ = L_self_modules_tied_parameters_weight_

        # Module: self.a (Conv1d)
        # File: /a/net.py:7 in forward, code: x = self.b(self.a(x))
        y: "f32[4]" = torch.conv1d(l_x_, l_self_modules_a_parameters_weight_)

        # Module: self.b (Conv1d)
        # File: /a/net.py:7 in forward, code: x = self.b(self.a(x))
        z: "f32[4]" = torch.conv1d(y, l_self_modules_b_parameters_weight_)

        # Module: self.c (Conv1d)
        # File: /a/net.py:7 in forward, code: x = self.b(self.a(x))
        u: "f32[4]" = torch.conv1d(z, l_self_modules_tied_parameters_weight_)

        # Module: self.d (Conv1d)
        # File: /a/net.py:7 in forward, code: x = self.b(self.a(x))
        v: "f32[4]" = torch.conv1d(u, l_self_modules_tied_parameters_weight_)

        # Module: none but the one that is compiled
        # File: /a/net.py:9 in forward, code: return x.exp()
        w: "f32[4]" = torch.exp(l_x_)
        return (v, w)
"""
AHEAD = """\
class GraphModule(torch.nn.Module):
    def forward(
        self,
        primals_1: "f32[4]",
        primals_2: "f32[4]",
        primals_3: "f32[4]",
        primals_4: "f32[4]",
    ):
        # File: /a/net.py:7 in forward, code: x = self.b(self.a(x))
        conv: "f32[4]" = torch.ops.aten.convolution.default(primals_2, primals_1)

        # No stacktrace found for following nodes
        iota: "i64[4]" = torch.ops.prims.iota.default(4)
        view: "f32[4]" = torch.ops.aten.view.default(conv, [4, 4])
        eq: "b8[4]" = torch.ops.aten.eq.Tensor(view, iota)

        # File: /a/net.py:9 in forward, code: return x.exp()
        exp: "f32[4]" = torch.ops.aten.exp.default(primals_2)

        # No stacktrace found for following nodes
        ge: "b8[4]" = torch.ops.aten.ge.Tensor(exp, iota)
        gt: "b8[4]" = torch.ops.aten.gt.Tensor(exp, conv)
        return (exp, primals_1, primals_3, primals_4, eq, gt)
"""
# The line runs three times here: its order tells no module.
BEHIND = """\
class GraphModule(torch.nn.Module):
    def forward(
        self,
        primals_1: "f32[4]",
        primals_3: "f32[4]",
        primals_4: "f32[4]",
        eq: "b8[4]",
        gt: "b8[4]",
        tangents_1: "f32[4]",
    ):
        # File: /a/net.py:7 in forward, code: x = self.b(self.a(x))
        of_tied = torch.ops.aten.convolution_backward.default(tangents_1, eq, primals_4)

        # File: /a/net.py:8 in forward, code: x = x + 1
        neg: "f32[4]" = torch.ops.aten.neg.default(tangents_1)
        elsewhere: "f32[4]" = torch.ops.aten.mul.Tensor(neg, primals_1)

        # File: /a/net.py:7 in forward, code: x = self.b(self.a(x))
        cast: "f32[4]" = torch.ops.aten.clone.default(primals_3)
        of_b = torch.ops.aten.convolution_backward.default(neg, eq, cast)
        item: "f32[4]" = of_b[0]

        # File: /a/net.py:8 in forward, code: x = x + 1
        neg_1: "f32[4]" = torch.ops.aten.neg.default(item)

        # File: /a/net.py:7 in forward, code: x = self.b(self.a(x))
        of_a = torch.ops.aten.convolution_backward.default(neg_1, eq, primals_1)
        return (of_a,)
"""


def trained():
    """Return a compilation whose lowered graphs name no modules."""
    texts = {CAPTURED: IN_TRACE, FORWARD: AHEAD, BACKWARD: BEHIND}
    texts[AFTER_POST_GRAD] = AHEAD
    graphs = tuple(
        Graph("__compiled_fn_1", stage, 0, text, backward=stage == BACKWARD)
        for stage, text in texts.items()
    )
    return Compilation(CompileId(0, 0), graphs=graphs)


def modules(*, backward):
    entry = trained()
    frame = Frame("f", "forward", "Net.forward", "/a/net.py", 6, compilations=(entry,))
    return lowered_modules(entry, frame)["__compiled_fn_1", backward]


def test_what_reads_a_parameter_is_of_the_module_that_reads_it():
    found = modules(backward=True)
    assert found["of_a"] == "a"
    assert found["of_b"] == found["item"] == found["cast"] == "b"


def test_a_parameter_of_two_modules_and_another_line_tell_nothing():
    found = modules(backward=True)
    assert "of_tied" not in found
    assert "elsewhere" not in found


def test_a_node_that_a_pass_adds_has_the_only_line_that_it_reads():
    (saved,) = saved_for_backward(trained())
    lines = {one.name: one.place and one.place.line for one in saved.tensors}
    assert lines["eq"] == 7
    assert lines["gt"] is None


def test_what_a_pass_adds_to_own_code_only_is_own_code():
    """The nodes read nothing else; those of two modules may be of either."""
    found = modules(backward=False)
    assert found["exp"] == found["ge"] == ""
    assert found["eq"] == "a"
    assert "gt" not in found
    assert "iota" not in found


def test_if_all_operations_are_of_one_module_each_lowered_node_is():
    head = "class GraphModule(torch.nn.Module):\n    def forward(self, x):\n"
    line = "        # File: /a/net.py:9 in forward, code: return x.exp()\n"
    texts = {
        CAPTURED: f"{head}{line}        w = torch.exp(x)\n        return (w,)\n",
        FORWARD: f"{head}        full = torch.ops.aten.full.default([], 0.0)\n"
        "        return (full,)\n",
    }
    graphs = tuple(
        Graph("__compiled_fn_1", stage, 0, text) for stage, text in texts.items()
    )
    entry = Compilation(CompileId(0, 0), graphs=graphs)
    frame = Frame("f", "forward", "Net.forward", "/a/net.py", 6, compilations=(entry,))
    assert lowered_modules(entry, frame)["__compiled_fn_1", False]["full"] == ""
