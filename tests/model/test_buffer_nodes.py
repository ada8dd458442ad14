"""The nodes of a kernel, from the buffers that it reads and writes.

A kernel's name also lists operations that only contributed to its arguments.
"""

from __future__ import annotations

from depyf.model.detail_events import KernelOrigin
from depyf.model.events import SourceLine
from depyf.model.graph_nodes import graph_nodes
from depyf.model.kernel_traffic import traffic
from depyf.model.run import Graph
from tests.model.test_kernel_origins import all_origins, lines

GRAPH = """\
class GraphModule(torch.nn.Module):
    def forward(self, primals_1: "f32[8, 4][4, 1]cpu", tangents_1: "f32[8, 4]"):
        # File: /a/net.py:3 in f, code: s = h.sigmoid()
        sigmoid: "f32[8, 4][4, 1]cpu" = torch.ops.aten.sigmoid.default(primals_1)
        # File: /a/net.py:4 in f, code: return self.last(s * h)
        mul: "f32[8, 4][4, 1]cpu" = torch.ops.aten.mul.Tensor(tangents_1, sigmoid)
        mm: "f32[4, 4][4, 1]cpu" = torch.ops.aten.mm.default(mul, primals_1)
        # File: /a/net.py:5 in f, code: return self.last(x)
        sum_1: "f32[1, 4][4, 1]cpu" = torch.ops.aten.sum.dim_IntList(mul, [0], True)
        view: "f32[4][1]cpu" = torch.ops.aten.reshape.default(sum_1, [4])
        # File: /a/net.py:6 in f, code: return self.first(x)
        mul_1: "f32[8, 4][4, 1]cpu" = torch.ops.aten.mul.Tensor(mul, sigmoid)
        mm_1: "f32[4, 4][4, 1]cpu" = torch.ops.aten.mm.default(mul_1, primals_1)
        sum_2: "f32[1, 4][4, 1]cpu" = torch.ops.aten.sum.dim_IntList(mul_1, [0], True)
        return (mm, view, mm_1, sum_2)
"""
FIRST, SUM, SECOND = (
    "cpp_fused_mul_sigmoid_0",
    "cpp_fused_mul_sigmoid_sum_view_1",
    "cpp_fused_mul_2",
)
MODULE = f'''\
{FIRST} = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(const float* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       float* out_ptr1)
""")
{SUM} = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(const float* in_ptr0, float* out_ptr0)
""")
{SECOND} = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(float* in_out_ptr0, const float* in_ptr0)
""")
def call(args):
    buf0 = empty_strided_cpu((8, 4), (4, 1), torch.float32)
    buf1 = empty_strided_cpu((8, 4), (4, 1), torch.float32)
    {FIRST}(primals_1, tangents_1, buf0, buf1)
    buf2 = empty_strided_cpu((4, 4), (4, 1), torch.float32)
    extern_kernels.mm(buf1, primals_1, out=buf2)
    buf3 = empty_strided_cpu((1, 4), (4, 1), torch.float32)
    {SUM}(buf1, buf3)
    buf4 = buf1; del buf1  # reuse
    {SECOND}(buf4, buf0)
    buf5 = empty_strided_cpu((4, 4), (4, 1), torch.float32)
    extern_kernels.mm(buf4, primals_1, out=buf5)
    buf6 = empty_strided_cpu((1, 4), (4, 1), torch.float32)
    {SUM}(buf4, buf6)
    return (buf2, reinterpret_tensor(buf3, (4, ), (1, ), 0), buf5, buf6, )
'''


def found(text=MODULE, graph=GRAPH, names=(FIRST, SUM, SECOND), recorded=()):
    graphs = (Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, graph),)
    return [
        one
        for one in all_origins(text, names, recorded, graphs=graphs)
        if one.kernel in names
    ]


def test_a_sum_is_not_what_it_sums():
    each = [one for one in found() if one.kernel == SUM]
    assert [(one.how, one.nodes) for one in each] == [
        ("buffers", ("sum_1",)),
        ("buffers", ("sum_2",)),
    ]
    assert [lines(one) for one in each] == [[5], [6]]
    assert all(one.doubt == "" for one in each)


def test_the_node_in_a_buffer_between_two_kernels_is_the_only_one_that_fits():
    of_name = {one.kernel: one for one in found()}
    assert of_name[FIRST].nodes == ("sigmoid", "mul")
    assert of_name[SECOND].nodes == ("mul_1",)


def test_memory_that_a_kernel_only_overwrites_is_not_read():
    text = MODULE.replace(f"{FIRST}(primals_1, tangents_1, buf0, buf1)", "CALL")
    text = text.replace("float* out_ptr1)", "float* out_ptr1, float* in_out_ptr0)", 1)
    text = text.replace("CALL", f"{FIRST}(primals_1, tangents_1, buf0, buf1, buf9)")
    assert found(text)[0].nodes == ("sigmoid", "mul")


def test_without_the_buffers_a_kernel_is_inferred_from_its_name():
    unknown = [one for one in found(MODULE.replace("in_ptr", "x")) if one.kernel == SUM]
    assert {one.how for one in unknown} == {"inferred"}
    assert all(one.doubt == "inferred from its name" for one in unknown)


def test_lines_that_torch_recorded_for_the_arguments_do_not_count():
    each = [
        KernelOrigin(f"{SUM}:{number}", (), (SourceLine("/a/net.py", 4),))
        for number in (1, 2)
    ]
    text = MODULE
    for number, buffer in ((1, "buf1"), (2, "buf4")):
        call = f"    {SUM}({buffer}"
        told = f"    # [Provenance debug handles] {SUM}:{number}\n{call}"
        text = text.replace(call, told)
    sums = [one for one in found(text, recorded=each) if one.kernel == SUM]
    assert [(one.how, lines(one)) for one in sums] == [
        ("buffers", [5]),
        ("buffers", [6]),
    ]


CONCATENATED = """\
class GraphModule(torch.nn.Module):
    def forward(self, primals_1: "f32[4][1]cpu"):
        # File: /a/net.py:3 in f, code: a, b = x.sin(), x.cos()
        sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(primals_1)
        cos: "f32[4][1]cpu" = torch.ops.aten.cos.default(primals_1)
        # File: /a/net.py:4 in f, code: return torch.cat([a, b])
        cat: "f32[8][1]cpu" = torch.ops.aten.cat.default([sin, cos])
        return (cat,)
"""
PARTS = '''\
cpp_fused_cat_0 = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(const float* in_ptr0, float* out_ptr0, float* out_ptr1)
""")
cpp_fused_cat_1 = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(const float* in_ptr0, float* out_ptr0)
""")
def call(args):
    buf2 = empty_strided_cpu((8, ), (1, ), torch.float32)
    buf0 = reinterpret_tensor(buf2, (4, ), (1, ), 0)  # alias
    buf1 = reinterpret_tensor(buf2, (4, ), (1, ), 4)  # alias
    CALLS
    return (buf2, )
'''


def test_a_result_may_be_written_in_parts():
    text = PARTS.replace("CALLS", "cpp_fused_cat_0(primals_1, buf0, buf1)")
    (whole,) = found(text, CONCATENATED, ["cpp_fused_cat_0"])
    assert (whole.how, whole.nodes) == ("buffers", ("sin", "cos", "cat"))


def test_a_kernel_that_writes_only_a_part_does_not_compute_the_whole():
    calls = "cpp_fused_cat_1(primals_1, buf0)\n    cpp_fused_cat_1(primals_1, buf1)"
    text = PARTS.replace("CALLS", calls)
    parts = found(text, CONCATENATED, ["cpp_fused_cat_1"])
    assert {one.how for one in parts} == {"inferred"}


def test_the_parameters_of_a_triton_kernel_tell_what_it_reads():
    text = """\
async_compile = AsyncCompile()
triton_poi_fused_sin_0 = async_compile.triton('triton_poi_fused_sin_0', '''
@triton.jit
def triton_poi_fused_sin_0(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    pass
''', device_str='cuda')
def call(args):
    with torch.cuda._DeviceGuard(0):
        buf0 = empty_strided_cuda((4, ), (1, ), torch.float32)
        triton_poi_fused_sin_0.run(primals_1, buf0, 4, stream=stream0)
    return (buf0, )
"""
    graph = CONCATENATED.replace("(cat,)", "(sin,)")
    (only,) = found(text, graph, ["triton_poi_fused_sin_0"])
    assert (only.how, only.nodes) == ("buffers", ("sin",))


COPY_GRAPH = """\
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", w: "f32[4, 4][4, 1]cpu"):
        # File: /a/net.py:3 in f, code: y = x.sin()
        sin: "f32[4, 4][4, 1]cpu" = torch.ops.aten.sin.default(x);  x = None
        # File: /a/net.py:4 in f, code: return y @ w
        mm: "f32[4, 4][4, 1]cpu" = torch.ops.aten.mm.default(sin, w);  sin = w = None
        return (mm,)
"""
COPY_MODULE = '''\
cpp_fused_sin_0 = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(const float* in_ptr0, const float* in_ptr1,
                         float* out_ptr0, float* out_ptr1)
""")
def call(args):
    buf0 = empty_strided_cpu((4, 4), (4, 1), torch.float32)
    buf1 = empty_strided_cpu((4, 4), (1, 4), torch.float32)
    # [Provenance debug handles] cpp_fused_sin_0:1
    cpp_fused_sin_0(x, w, buf0, buf1)
    buf2 = empty_strided_cpu((4, 4), (4, 1), torch.float32)
    # [Provenance debug handles] extern_kernels.mm:2
    extern_kernels.mm(buf0, buf1, out=buf2)
    return (buf2, )
'''


def test_a_copy_of_an_input_is_a_node_of_its_kernel_with_the_line_of_its_reader():
    graph = Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, COPY_GRAPH)
    nodes = graph_nodes(graph).nodes
    product = KernelOrigin("extern_kernels.mm:2", ("mm",))
    recorded = KernelOrigin("cpp_fused_sin_0:1", ("sin",))
    for records in ((product,), (product, recorded)):
        found, _ = sorted(
            all_origins(COPY_MODULE, ("cpp_fused_sin_0",), records, [graph]),
            key=lambda one: one.kernel,
        )
        assert (found.kernel, found.nodes) == ("cpp_fused_sin_0", ("sin", "w"))
        assert lines(found) == [3, 4]
        # Four by four floats each: `x` and `w` are read, `sin` and a copy are written.
        assert traffic(nodes, found.nodes, set(), 1) == (128, 128)
    assert traffic(nodes, ("w",), set(), 1) == (64, 64)
    assert traffic(nodes, ("w",), set(), 2) == (None, None)


CONVOLVED = """\
class GraphModule(torch.nn.Module):
    def forward(self, primals_1: "f32[2, 3, 8, 8]", primals_2: "f32[4, 3, 2, 2]", \
primals_3: "f32[4]"):
        # File: /a/net.py:3 in f, code: h = self.patch(x)
        convolution: "f32[2, 4, 4, 4]" = torch.ops.aten.convolution.default(primals_1, \
primals_2, primals_3, [2, 2], [0, 0], [1, 1], False, [0, 0], 1)
        # File: /a/net.py:4 in f, code: return h.relu()
        relu: "f32[2, 4, 4, 4]" = torch.ops.aten.relu.default(convolution)
        return (relu,)
"""
COPY, RELU = "cpp_fused_0", "cpp_fused_convolution_relu_1"
COPIES = f'''\
{COPY} = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(const float* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       float* out_ptr1)
""")
{RELU} = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(float* in_out_ptr0, const float* in_ptr0)
""")
def call(args):
    buf0 = empty_strided_cpu((2, 3, 8, 8), (192, 1, 24, 3), torch.float32)
    buf1 = empty_strided_cpu((4, 3, 2, 2), (12, 1, 6, 3), torch.float32)
    {COPY}(primals_1, primals_2, buf0, buf1)
    # [Provenance debug handles] extern_kernels.convolution:1
    buf2 = extern_kernels.convolution(buf0, buf1, stride=(2, 2), bias=None)
    buf3 = buf2; del buf2  # reuse
    {RELU}(buf3, primals_3)
    return (buf3, )
'''


def test_a_kernel_that_only_copies_inputs_has_the_line_of_the_call_that_reads_them():
    each = (KernelOrigin("extern_kernels.convolution:1", ("convolution",)),)
    copy, relu = found(COPIES, CONVOLVED, (COPY, RELU), each)
    assert (copy.kernel, copy.how) == (COPY, "buffers")
    assert copy.nodes == ("primals_1", "primals_2")
    assert lines(copy) == [3]
    assert relu.kernel == RELU
