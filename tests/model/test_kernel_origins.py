"""Which operations and lines a kernel comes from, and how that is known."""

from __future__ import annotations

from dataclasses import replace

from depyf.model.detail_events import KernelOrigin
from depyf.model.events import Kernel, SourceLine
from depyf.model.kernel_origins import origins_of
from depyf.model.run import Compilation, Graph
from depyf.torch_text.names import CompileId
from tests.render.journal import recorded as journal

LOWERED = """\
class GraphModule(torch.nn.Module):
    def forward(self, arg0_1: "f32[4][1]cpu"):
        # File: /a/net.py:3 in f, code: y = x.sin() + 1
        sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(arg0_1);  arg0_1 = None
        add: "f32[4][1]cpu" = torch.ops.aten.add.Tensor(sin, 1);  sin = None
        # File: /a/net.py:4 in f, code: return (w @ y).softmax(-1)
        mm: "f32[4][1]cpu" = torch.ops.aten.mm.default(add, add)
        sum_1: "f32[4][1]cpu" = torch.ops.aten.sum.dim_IntList(mm, [-1], True)
        return (sum_1,)
"""
CAPTURED = """\
class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[4][1]cpu"):
        # File: /a/net.py:3 in f, code: y = x.sin() + 1
        sin: "f32[4][1]cpu" = L_x_.sin()
        # File: /a/net.py:4 in f, code: return (w @ y).softmax(-1)
        matmul: "f32[4][1]cpu" = sin @ sin
        return (matmul,)
"""
MODULE = '''\
cpp_fused_add_sin_0 = async_compile.cpp_pybinding(['float*'], r"""
""")
def call(args):
    cpp_fused_add_sin_0(buf0)
    extern_kernels.mm(buf0, buf1, out=buf2)
'''


def origins(*values, **named):
    return {one.kernel: one for one in all_origins(*values, **named)}


def all_origins(text=MODULE, names=("cpp_fused_add_sin_0",), recorded=(), graphs=None):
    if graphs is None:
        graphs = (
            Graph("__compiled_fn_1", "Captured_Graph", 0, CAPTURED),
            Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, LOWERED),
        )
    module = Kernel(
        None, text=text, names=names, compiled_fn="__compiled_fn_1", number=0
    )
    compilation = Compilation(
        CompileId(0, 0), graphs=graphs, kernels=(module,), origins=tuple(recorded)
    )
    return origins_of(compilation, module)


def lines(origin):
    return [place.line for place in origin.places]


def test_a_name_tells_the_operations_that_were_fused():
    found = origins()
    fused = found["cpp_fused_add_sin_0"]
    assert (fused.how, fused.nodes, lines(fused)) == ("inferred", ("sin", "add"), [3])


def test_a_library_call_is_the_operation_of_its_name():
    library = origins()["extern_kernels.mm"]
    assert (library.how, library.nodes, lines(library)) == ("inferred", ("mm",), [4])


def test_a_part_of_a_word_is_no_operation():
    found = origins(names=("cpp_fused_logsumexp_0", "cpp_fused_sin_1"))
    assert found["cpp_fused_sin_1"].nodes == ("sin",)
    assert found["cpp_fused_logsumexp_0"].nodes == ()  # launched nowhere


def test_a_comment_above_the_call_is_what_inductor_says():
    text = MODULE.replace(
        "    extern_kernels.mm",
        "    # Topologically Sorted Source Nodes: [matmul], Original ATen: [aten.mm]\n"
        "    stream0 = get_raw_stream(0)\n    extern_kernels.mm",
    )
    found = origins(text)["extern_kernels.mm"]
    assert (found.how, found.nodes, lines(found)) == ("comment", ("matmul",), [4])


def test_a_view_in_the_comment_above_a_call_is_not_what_the_call_computes():
    """Of ``x @ w.T`` torch may name ``w.T`` last: the call computes the product."""
    captured = CAPTURED.replace(
        "= sin @ sin\n", '= sin @ getattr_1\n        cos: "f32[4][1]cpu" = sin.cos()\n'
    ).replace(
        "        matmul:", '        getattr_1: "f32[4][1]cpu" = L_x_.T\n        matmul:'
    )
    graphs = (
        Graph("__compiled_fn_1", "Captured_Graph", 0, captured),
        Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, LOWERED),
    )
    above = "# Topologically Sorted Source Nodes: [{}], Original ATen: [aten.mm]\n    "
    for named, own in (("matmul, getattr_1", "matmul"), ("getattr_1", "getattr_1")):
        text = MODULE.replace("extern_kernels", above.format(named) + "extern_kernels")
        assert origins(text, graphs=graphs)["extern_kernels.mm"].nodes == (own,)


def test_what_inductor_recorded_wins_and_belongs_to_the_module_that_launches_it():
    text = MODULE + "# [Provenance debug handles] cpp_fused_add_sin_0:1\n"
    recorded = (
        KernelOrigin("cpp_fused_add_sin_0:1", ("add",), (SourceLine("/a/b.py", 9),)),
        KernelOrigin("cpp_fused_add_sin_0:12", ("other",)),
    )
    found = origins(text, recorded=recorded)
    fused = found["cpp_fused_add_sin_0"]
    # The graph's line: a record may come from a cache that another program filled.
    assert (fused.how, fused.nodes, lines(fused)) == ("recorded", ("add",), [3])
    assert found["extern_kernels.mm"].how == "inferred"


def test_recorded_lines_count_where_no_node_was_recorded():
    text = MODULE + "# [Provenance debug handles] cpp_fused_add_sin_0:1\n"
    own = SourceLine("/a/net.py", 4, text="return (w @ y).softmax(-1)")
    recorded = KernelOrigin("cpp_fused_add_sin_0:1", (), (SourceLine("/b.py", 9), own))
    fused = origins(text, recorded=[recorded])["cpp_fused_add_sin_0"]
    assert (fused.how, fused.nodes, lines(fused)) == ("recorded", (), [4])


def test_without_a_graph_a_kernel_is_only_named():
    found = origins(graphs=())
    assert found["cpp_fused_add_sin_0"].nodes == ()


LAYERS = """\
class GraphModule(torch.nn.Module):
    def forward(self, arg0_1: "f32[4][1]cpu"):
        # File: /a/net.py:3 in f, code: first
        sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(arg0_1)
        mm: "f32[4][1]cpu" = torch.ops.aten.mm.default(sin, sin)
        # File: /a/net.py:4 in f, code: second
        sin_1: "f32[4][1]cpu" = torch.ops.aten.sin.default(mm)
        mm_1: "f32[4][1]cpu" = torch.ops.aten.mm.default(sin_1, sin_1)
        # File: /a/net.py:5 in f, code: third
        sin_2: "f32[4][1]cpu" = torch.ops.aten.sin.default(mm_1)
        return (sin_2,)
"""
LAUNCHES = """\
def call(args):
    cpp_fused_sin_0(buf0)
    extern_kernels.mm(buf0, buf0, out=buf1)
    cpp_fused_sin_1(buf1)
    extern_kernels.mm(buf1, buf1, out=buf2)
    cpp_fused_sin_2(buf2)
"""


def test_of_several_layers_a_kernel_is_that_between_the_calls_around_it():
    graphs = (Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, LAYERS),)
    names = tuple(f"cpp_fused_sin_{number}" for number in range(3))
    found = origins(LAUNCHES, names, graphs=graphs)
    assert [found[name].nodes for name in names] == [("sin",), ("sin_1",), ("sin_2",)]
    assert [lines(found[name]) for name in names] == [[3], [4], [5]]


def test_calls_that_do_not_match_the_graph_narrow_nothing():
    graphs = (Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, LAYERS),)
    text = LAUNCHES + "    extern_kernels.mm(buf2, buf2, out=buf3)\n"
    found = origins(text, ("cpp_fused_sin_1",), graphs=graphs)
    assert found["cpp_fused_sin_1"].nodes == ("sin", "sin_1", "sin_2")


def test_a_decomposed_operation_is_what_lies_between_the_calls():
    graphs = (Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, LAYERS),)
    text = LAUNCHES.replace("cpp_fused_sin_1", "cpp_fused_gelu_1")
    found = origins(text, ("cpp_fused_gelu_1",), graphs=graphs)
    assert found["cpp_fused_gelu_1"].nodes == ("sin_1",)


def backward_of(run):
    """Return a recorded compilation and the module of its backward."""
    compilation = run.frames[0].compilations[0]
    return compilation, next(one for one in compilation.kernels if one.backward)


def test_the_nodes_of_a_backward_kernel_are_those_of_the_backward_graph():
    compilation, module = backward_of(journal("toy_training"))
    (found,) = origins_of(compilation, module)
    assert found.how == "buffers"
    assert found.nodes[0] == "neg"  # of no node of the forward
    assert lines(found) == [4]


def test_where_torch_records_lines_alone_of_a_backward_kernel_its_nodes_are_inferred():
    compilation, module = backward_of(journal("toy_training"))
    name = module.names[0]
    # As torch 2.13 records it: the kernel, lines, and no node.
    lines_only = KernelOrigin(
        f"{name}:1",
        (),
        (SourceLine("/home/user/toy.py", 4, text="x = a / (torch.abs(a) + 1)"),),
    )
    text = f"{module.text}\n# [Provenance debug handles] {name}:1\n"
    (found,) = origins_of(
        replace(compilation, origins=(lines_only,)), replace(module, text=text)
    )
    assert (found.how, found.nodes_inferred) == ("recorded", True)
    assert found.nodes[0] == "neg"
    assert lines(found) == [4]


def test_nodes_that_torch_recorded_are_not_inferred():
    text = MODULE + "# [Provenance debug handles] cpp_fused_add_sin_0:1\n"
    one = KernelOrigin("cpp_fused_add_sin_0:1", ("add",))
    fused = origins(text, recorded=[one])["cpp_fused_add_sin_0"]
    assert not fused.nodes_inferred


def test_each_call_is_told_from_the_record_above_it():
    """Forward and backward count from 1 each: what the graph lacks is the other's."""
    text = MODULE.replace(
        "    cpp_fused_add_sin_0(buf0)",
        "    # [Provenance debug handles] cpp_fused_add_sin_0:1\n"
        "    cpp_fused_add_sin_0(buf0)\n"
        "    # [Provenance debug handles] cpp_fused_add_sin_0:2\n"
        "    cpp_fused_add_sin_0(buf1)",
    ).replace(
        "    extern", "    # [Provenance debug handles] extern_kernels.mm:3\n    extern"
    )
    recorded = [
        KernelOrigin("cpp_fused_add_sin_0:2", ("add",)),
        KernelOrigin("cpp_fused_add_sin_0:1", ("sin",)),
        KernelOrigin("extern_kernels.mm:3", ("mm_of_the_backward",)),
    ]
    found = all_origins(text, recorded=recorded)
    assert [(one.kernel, one.nodes, one.line, one.how) for one in found] == [
        ("cpp_fused_add_sin_0", ("add",), 7, "recorded"),
        ("cpp_fused_add_sin_0", ("sin",), 5, "recorded"),
        ("extern_kernels.mm", ("mm",), None, "inferred"),
    ]


def test_a_kernel_has_not_the_line_of_a_call_whose_result_it_reads():
    line = next(one for one in LOWERED.splitlines() if "sum_1:" in one)
    text = LOWERED.replace(f"{line}\n", "").replace("(sum_1,)", "(mm,)")
    graphs = (Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, text),)
    module = MODULE.replace(
        "    cpp", "    # [Provenance debug handles] cpp_fused_add_sin_0:1\n    cpp"
    )
    lines_only = KernelOrigin(
        "cpp_fused_add_sin_0:1",
        (),
        (SourceLine("/a/net.py", 3), SourceLine("/a/net.py", 4)),
    )
    fused = origins(module, recorded=[lines_only], graphs=graphs)
    assert lines(fused["cpp_fused_add_sin_0"]) == [3]


def test_a_kernel_does_not_compute_the_node_of_a_later_call():
    """Torch records the call of a library that the kernel prepares inputs for, too."""
    module = MODULE.replace(
        "    cpp", "    # [Provenance debug handles] cpp_fused_add_sin_0:1\n    cpp"
    ).replace(
        "    extern", "    # [Provenance debug handles] extern_kernels.mm:2\n    extern"
    )
    recorded = [
        KernelOrigin("cpp_fused_add_sin_0:1", ("sin", "add", "mm")),
        KernelOrigin("extern_kernels.mm:2", ("add", "mm")),
    ]
    fused = origins(module, recorded=recorded)
    assert fused["cpp_fused_add_sin_0"].nodes == ("sin", "add")
    assert fused["extern_kernels.mm"].nodes == ("mm",)


BACKWARD = """\
class GraphModule(torch.nn.Module):
    def forward(self, arg0_1: "f32[4][1]cpu", tangents_1: "f32[4][1]cpu"):
        # File: /a/net.py:3 in f, code: y = x.sin()
        sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(arg0_1);  arg0_1 = None
        # File: /a/net.py:4 in f, code: return y.exp()
        exp_1: "f32[4][1]cpu" = torch.ops.aten.exp.default(sin);  sin = None
        mul: "f32[4][1]cpu" = torch.ops.aten.mul.Tensor(exp_1, tangents_1)
        return (mul,)
"""
BACKWARD_MODULE = '''\
cpp_fused_exp_sin_0 = async_compile.cpp_pybinding([
    'const float*', 'const float*', 'float*'], r"""
extern "C" void kernel(const float* in_ptr0, const float* in_ptr1, float* out_ptr0)
""")
def call(args):
    arg0_1, tangents_1 = args
    buf0 = empty_strided_cpu((4, ), (1, ), torch.float32)
    # [Provenance debug handles] cpp_fused_exp_sin_0:1
    cpp_fused_exp_sin_0(arg0_1, tangents_1, buf0)
    return (buf0, )
'''


def test_a_record_of_the_forward_does_not_hide_the_lines_of_the_backward():
    forward = BACKWARD.replace("exp_1", "exp")
    graphs = (
        Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, forward),
        Graph("__compiled_fn_1", "AFTER_POST_GRAD", 1, BACKWARD, backward=True),
    )
    module = Kernel(
        None,
        text=BACKWARD_MODULE,
        names=("cpp_fused_exp_sin_0",),
        compiled_fn="__compiled_fn_1",
        number=1,
        backward=True,
    )
    of_forward = KernelOrigin("cpp_fused_exp_sin_0:1", ("sin", "exp"))
    compilation = Compilation(
        CompileId(0, 0), graphs=graphs, kernels=(module,), origins=(of_forward,)
    )
    (found,) = origins_of(compilation, module)
    assert (found.how, found.nodes) == ("buffers", ("sin", "exp_1", "mul"))
    assert lines(found) == [3, 4]
