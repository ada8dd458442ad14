"""Each call has the nodes that it computes: not those of its arguments, nor others'."""

from __future__ import annotations

from depyf.model.detail_events import KernelOrigin
from depyf.model.events import Kernel, SourceLine
from depyf.model.kernel_origins import graph_of_origin, origins_of
from depyf.model.run import Compilation, Graph
from depyf.torch_text.names import CompileId

CAPTURED = """\
class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[4][1]cpu"):
        # File: /a/net.py:13 in forward, code: score = sigmoid(self.proj(x))
        linear: "f32[4][1]cpu" = torch._C._nn.linear(L_x_, L_x_)
        score: "f32[4][1]cpu" = torch.sigmoid(linear)
        # File: /a/net.py:14 in forward, code: return x * score
        h: "f32[4][1]cpu" = L_x_ * score
        # File: /a/net.py:28 in forward, code: h = self.mlp(h)
        input_1: "f32[4][1]cpu" = torch._C._nn.linear(h, L_x_)
        # File: /a/net.py:27 in forward, code: gelu
        input_2: "f32[4][1]cpu" = torch._C._nn.gelu(input_1)
        # File: /a/net.py:35 in f, code: attention
        attended: "f32[4][1]cpu" = torch._C._nn.attention(input_2)
        # File: /a/net.py:40 in f, code: loss
        loss: "f32[4][1]cpu" = torch._C._nn.nll_loss(attended)
        return (loss,)
"""
FORWARD = """\
class GraphModule(torch.nn.Module):
    def forward(self, primals_1: "f32[4][1]cpu", primals_2: "f32[4][1]cpu"):
        # File: /a/net.py:13 in forward, code: score = sigmoid(self.proj(x))
        permute: "f32[4][1]cpu" = torch.ops.aten.permute.default(primals_1, [1, 0])
        mm: "f32[4][1]cpu" = torch.ops.aten.mm.default(primals_2, permute)
        sigmoid: "f32[4][1]cpu" = torch.ops.aten.sigmoid.default(mm)
        # File: /a/net.py:14 in forward, code: return x * score
        mul: "f32[4][1]cpu" = torch.ops.aten.mul.Tensor(primals_2, sigmoid)
        # File: /a/net.py:28 in forward, code: h = self.mlp(h)
        mm_1: "f32[4][1]cpu" = torch.ops.aten.mm.default(mul, primals_1)
        return (mm_1,)
"""
COMMENTED = """\
def call(args):
    # Topologically Sorted Source Nodes: [linear], Original ATen: [aten.mm]
    extern_kernels.mm(primals_2, primals_1, out=buf0)
    cpp_fused_mul_sigmoid_0(buf0, primals_2, buf1)
    # Topologically Sorted Source Nodes: [linear, score, h, input_1], Original ATen: []
    extern_kernels.mm(buf1, primals_1, out=buf2)
"""
BACKWARD = """\
class GraphModule(torch.nn.Module):
    def forward(self, view_1: "f32[4][1]cpu", view_2: "f32[4][1]cpu", \
tangents_1: "f32[4][1]cpu"):
        # File: /a/net.py:28 in forward, code: h = self.mlp(h)
        mm_3: "f32[4][1]cpu" = torch.ops.aten.mm.default(tangents_1, view_2)
        # File: /a/net.py:27 in forward, code: gelu
        full_default: "f32[]cpu" = torch.ops.aten.full.default([], 0.0)
        where: "f32[4][1]cpu" = torch.ops.aten.where.self(mm_3, mm_3, full_default)
        exp: "f32[4][1]cpu" = torch.ops.aten.exp.default(where)
        mul_7: "f32[4][1]cpu" = torch.ops.aten.mul.Tensor(exp, view_2)
        # File: /a/net.py:13 in forward, code: score = sigmoid(self.proj(x))
        mm_4: "f32[4][1]cpu" = torch.ops.aten.mm.default(mul_7, view_1)
        # File: /a/net.py:27 in forward, code: gelu
        exp_1: "f32[4][1]cpu" = torch.ops.aten.exp.default(mm_4)
        mul_8: "f32[4][1]cpu" = torch.ops.aten.mul.Tensor(exp_1, full_default)
        return (mul_8,)
"""
LAUNCHED = """\
def call(args):
    # Topologically Sorted Source Nodes: [mm_3], Original ATen: [aten.mm]
    extern_kernels.mm(tangents_1, view_2, out=buf0)
    # [Provenance debug handles] cpp_fused_gelu_backward_mul_0:2
    cpp_fused_gelu_backward_mul_0(buf0, buf1)
    # Topologically Sorted Source Nodes: [mm_3, exp, mul_7, mm_4], Original ATen: []
    extern_kernels.mm(buf1, view_1, out=buf2)
    # [Provenance debug handles] cpp_fused_gelu_backward_mul_0:4
    cpp_fused_gelu_backward_mul_0(buf2, buf3)
"""
FUSED = "cpp_fused_gelu_backward_mul_0"
RECORDS = [
    KernelOrigin(f"{FUSED}:{number}", (), (SourceLine("/a/net.py", 27, text="gelu"),))
    for number in (2, 4)
]


def known(text, lowered, names=(), *, backward=False, records=()):
    last = Graph(
        "__compiled_fn_1", "AFTER_POST_GRAD", int(backward), lowered, backward=backward
    )
    graphs = (Graph("__compiled_fn_1", "Captured_Graph", 0, CAPTURED), last)
    module = Kernel(
        None,
        text=text,
        names=names,
        compiled_fn="__compiled_fn_1",
        number=0,
        backward=backward,
    )
    compilation = Compilation(
        CompileId(0, 0), graphs=graphs, kernels=(module,), origins=tuple(records)
    )
    found = origins_of(compilation, module)
    return [(one, graph_of_origin(graphs, module, one)) for one in found]


def of(kernel, *values, **named):
    return [one for one, _ in known(*values, **named) if one.kernel == kernel]


def lines(origin):
    return [place.line for place in origin.places]


def test_a_library_function_does_not_compute_its_arguments():
    """The comment above a call names the producers of what it reads."""
    found = known(COMMENTED, FORWARD)
    calls = [one for one, _ in found if one.kernel == "extern_kernels.mm"]
    assert [one.nodes for one in calls] == [("linear",), ("input_1",)]
    assert [lines(one) for one in calls] == [[13], [28]]
    assert {graph.stage for _, graph in found} == {"Captured_Graph"}


def test_of_names_without_order_those_of_the_line_count():
    """Old versions of torch sort the names."""
    text = COMMENTED.replace("Topologically Sorted ", "")
    first, second = of("extern_kernels.mm", text, FORWARD)
    assert (first.nodes, second.nodes) == (("linear",), ("input_1",))


def test_what_torch_recorded_with_a_library_call_is_not_all_its_own():
    text = """\
def call(args):
    # [Provenance debug handles] extern_kernels.mm:1
    extern_kernels.mm(primals_2, primals_1, out=buf0)
    # [Provenance debug handles] extern_kernels.mm:3
    extern_kernels.mm(buf1, primals_1, out=buf2)
"""
    records = [
        KernelOrigin("extern_kernels.mm:1", ("mm",)),
        KernelOrigin("extern_kernels.mm:3", ("sigmoid", "mul", "mm_1")),
    ]
    found = of("extern_kernels.mm", text, FORWARD, records=records)
    assert [(one.nodes, lines(one), one.how) for one in found] == [
        (("mm",), [13], "recorded"),
        (("mm_1",), [28], "recorded"),
    ]


def test_above_a_call_of_a_backward_stands_its_own_node_last():
    found = known(LAUNCHED, BACKWARD, backward=True)
    calls = [one for one, _ in found if one.kernel == "extern_kernels.mm"]
    assert [one.nodes for one in calls] == [("mm_3",), ("mm_4",)]
    assert [lines(one) for one in calls] == [[28], [13]]
    assert {graph.stage for _, graph in found} == {"AFTER_POST_GRAD"}


def test_arguments_tell_calls_in_another_order_than_the_graph():
    text = """\
def call(args):
    extern_kernels.mm(buf1, view_1, out=buf2)
    extern_kernels.mm(tangents_1, view_2, out=buf0)
"""
    found = of("extern_kernels.mm", text, BACKWARD, backward=True)
    assert [one.nodes for one in found] == [("mm_4",), ("mm_3",)]


def test_a_kernel_belongs_to_the_nodes_of_all_its_calls():
    """A layer's kernel is called once for each layer."""
    found = of(FUSED, LAUNCHED, BACKWARD, (FUSED,), backward=True)
    # `gelu_backward` is decomposed: all that lies between the calls may be of it.
    assert [one.nodes for one in found] == [
        ("full_default", "where", "exp", "mul_7"),
        ("exp_1", "mul_8"),
    ]
    assert not any(one.first_only for one in found)
    assert [one.line for one in found] == [5, 9]


def test_recorded_lines_and_the_calls_around_tell_decomposed_operations():
    found = of(FUSED, LAUNCHED, BACKWARD, (FUSED,), backward=True, records=RECORDS)
    assert [one.nodes for one in found] == [
        ("full_default", "where", "exp", "mul_7"),
        ("exp_1", "mul_8"),
    ]
    assert all(one.nodes_inferred for one in found)


def test_calls_that_cannot_be_told_apart_have_only_the_first_one():
    text = f"def call(args):\n    {FUSED}(buf0, buf1)\n    {FUSED}(buf1, buf2)\n"
    (found,) = of(FUSED, text, BACKWARD, (FUSED,), backward=True)
    assert found.first_only


CONSTANT = """\
class GraphModule(torch.nn.Module):
    def forward(self, arg0_1: "f32[4][1]cpu"):
        # File: /a/net.py:3 in f, code: y = attention(x)
        full_default: "f32[]cpu" = torch.ops.aten.full.default([], 0.0)
        sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(arg0_1)
        # File: /a/net.py:4 in f, code: z = zeros(4)
        full_default_1: "f32[4][1]cpu" = torch.ops.aten.full.default([4], 0.0)
        # File: /a/net.py:9 in f, code: loss
        where: "f32[4][1]cpu" = torch.ops.aten.where.self(sin, sin, full_default)
        add: "f32[4][1]cpu" = torch.ops.aten.add.Tensor(where, full_default_1)
        return (add,)
"""


def test_a_line_that_gives_a_kernel_only_a_constant_is_not_its_line():
    name = "cpp_fused_add_full_where_0"
    text = (
        f"def call(args):\n    # [Provenance debug handles] {name}:1\n    {name}(b)\n"
    )
    record = KernelOrigin(
        f"{name}:1", ("full_default", "full_default_1", "where", "add")
    )
    (found,) = of(name, text, CONSTANT, (name,), records=[record])
    # The zeros of line 4 are all that the line computes.
    assert found.nodes == ("full_default_1", "where", "add")
    assert lines(found) == [4, 9]
    (found,) = of(name, text, CONSTANT, (name,))
    assert found.nodes == ("full_default_1", "where", "add")


def test_a_recorded_line_that_gives_only_a_constant_is_left_out():
    name = "cpp_fused_nll_loss_0"
    text = f"""\
def call(args):
    # [Provenance debug handles] {name}:1
    {name}(buf0)
    extern_kernels.mm(tangents_1, view_2, out=buf0)
"""
    graph = BACKWARD.replace(
        "        # File: /a/net.py:28",
        "        # File: /a/net.py:40 in f, code: loss\n"
        '        neg: "f32[4][1]cpu" = torch.ops.aten.neg.default(tangents_1)\n'
        "        # File: /a/net.py:35 in f, code: attention\n"
        '        full: "f32[]cpu" = torch.ops.aten.full.default([], 0.0)\n'
        "        # File: /a/net.py:28",
        1,
    ).replace(
        "        return",
        "        # File: /a/net.py:35 in f, code: attention\n"
        '        cos: "f32[]cpu" = torch.ops.aten.cos.default(mul_8)\n'
        "        return",
    )
    places = tuple(
        SourceLine("/a/net.py", line, text=code)
        for line, code in ((40, "loss"), (35, "attention"))
    )
    record = KernelOrigin(f"{name}:1", (), places)
    module = {"backward": True, "records": [record]}
    (found,) = of(name, text, graph, (name,), **module)
    assert lines(found) == [40]
    assert found.nodes == ("neg",)
