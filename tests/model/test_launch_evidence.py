"""A launch has no operation that its buffers or its name contradict."""

from __future__ import annotations

from depyf.model.detail_events import KernelOrigin
from depyf.model.events import SourceLine
from depyf.model.run import Graph
from tests.model.test_kernel_origins import all_origins, lines

# A sum, a search by a library function, a clamp and a gather, then a division by the
# sum.  The second kernel runs near the division, and does not compute it.
GRAPH = """\
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[16][1]cpu", d: "f32[][]cpu", s: "f32[16][1]cpu"):
        # File: /a/net.py:3 in f, code: total = x.sum()
        sum_1: "f32[][]cpu" = torch.ops.aten.sum.default(x)
        # File: /a/net.py:4 in f, code: cut = d * total
        mul: "f32[][]cpu" = torch.ops.aten.mul.Tensor(d, sum_1)
        # File: /a/net.py:5 in f, code: at = torch.searchsorted(x.cumsum(0), cut)
        cumsum: "f32[16][1]cpu" = torch.ops.aten.cumsum.default(x, 0)
        searchsorted: "i64[][]cpu" = torch.ops.aten.searchsorted.Tensor(cumsum, mul)
        # File: /a/net.py:6 in f, code: at = at.clamp(0, 15)
        clamp_min: "i64[][]cpu" = torch.ops.aten.clamp_min.default(searchsorted, 0)
        clamp_max: "i64[][]cpu" = torch.ops.aten.clamp_max.default(clamp_min, 15)
        # File: /a/net.py:7 in f, code: share = x[at] / total
        index: "f32[][]cpu" = torch.ops.aten.index.Tensor(x, [clamp_max])
        div: "f32[][]cpu" = torch.ops.aten.div.Tensor(index, sum_1)
        # File: /a/net.py:8 in f, code: return share, s[at]
        index_1: "f32[][]cpu" = torch.ops.aten.index.Tensor(s, [clamp_max])
        return (div, index_1)
"""
CAPTURED = """\
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[16][1]cpu", d: "f32[][]cpu", s: "f32[16][1]cpu"):
        # File: /a/net.py:3 in f, code: total = x.sum()
        total: "f32[][]cpu" = x.sum()
        # File: /a/net.py:4 in f, code: cut = d * total
        cut: "f32[][]cpu" = d * total
        # File: /a/net.py:5 in f, code: at = torch.searchsorted(x.cumsum(0), cut)
        edges: "f32[16][1]cpu" = x.cumsum(0)
        at: "i64[][]cpu" = torch.searchsorted(edges, cut)
        # File: /a/net.py:6 in f, code: at = at.clamp(0, 15)
        at_1: "i64[][]cpu" = at.clamp(0, 15)
        # File: /a/net.py:7 in f, code: share = x[at] / total
        getitem: "f32[][]cpu" = x[at_1]
        share: "f32[][]cpu" = getitem / total
        # File: /a/net.py:8 in f, code: return share, s[at]
        getitem_1: "f32[][]cpu" = s[at_1]
        return (share, getitem_1)
"""
SUM, CUT, CLAMP, DIVIDE = NAMES = (
    "cpp_fused_sum_0",
    "cpp_fused_mul_1",
    "cpp_fused_clamp_index_2",
    "cpp_fused_div_index_3",
)
MODULE = f'''\
{SUM} = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(const float* in_ptr0, float* out_ptr0)
""")
{CUT} = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(const float* in_ptr0, const float* in_ptr1, float* out_ptr0)
""")
{CLAMP} = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(int64_t* in_out_ptr0, const float* in_ptr0, float* out_ptr0)
{{
    auto tmp0 = in_out_ptr0[static_cast<int64_t>(0L)];
    in_out_ptr0[static_cast<int64_t>(0L)] = tmp4;
}}
""")
{DIVIDE} = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(float* in_out_ptr0, const int64_t* in_ptr0,
                         const float* in_ptr1)
{{
    auto out_ptr9 = in_out_ptr0;
    auto tmp10 = in_out_ptr0[static_cast<int64_t>(0L)];
    in_out_ptr0[static_cast<int64_t>(0L)] = tmp15;
}}
""")
def call(args):
    buf0 = empty_strided_cpu((), (), torch.float32)
    {SUM}(x, buf0)
    buf1 = empty_strided_cpu((), (), torch.float32)
    {CUT}(d, buf0, buf1)
    buf6 = torch.ops.aten.cumsum.default(x, dim=0, dtype=None)
    buf2 = torch.ops.aten.searchsorted.Tensor(buf6, buf1, out_int32=False)
    buf3 = buf2; del buf2  # reuse
    buf4 = empty_strided_cpu((), (), torch.float32)
    {CLAMP}(buf3, s, buf4)
    buf5 = buf0; del buf0  # reuse
    {DIVIDE}(buf5, buf3, x)
    return (buf5, buf4, )
'''


def found(text=MODULE, recorded=(), graph=GRAPH, names=NAMES):
    graphs = (
        Graph("__compiled_fn_1", "Captured_Graph", 0, CAPTURED),
        Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, graph),
    )
    each = all_origins(text, names, recorded, graphs=graphs)
    return {one.kernel: one for one in each}


def test_each_kernel_has_what_it_computes_from_the_buffers_that_it_takes():
    each = found()
    assert {each[name].how for name in NAMES} == {"buffers"}
    assert [each[name].nodes for name in NAMES] == [
        ("sum_1",),
        ("mul",),
        ("clamp_min", "clamp_max", "index_1"),
        ("index", "div"),
    ]
    assert [lines(each[name]) for name in NAMES] == [[3], [4], [6, 8], [7]]


ALONE = MODULE.replace(f"    {DIVIDE}(buf5, buf3, x)\n", "")


def test_an_inferred_kernel_has_no_operation_that_its_name_contradicts():
    """Without the roles of the buffers, the name and the call remain."""
    clamp = found(ALONE.replace("out_ptr", "p").replace("in_ptr", "q"))[CLAMP]
    assert clamp.how == "inferred"
    assert clamp.nodes == ("clamp_min", "clamp_max", "index", "index_1")


def test_an_inferred_kernel_reads_no_input_that_it_does_not_get():
    """The node in a buffer is unknown, and `x` is no argument of the kernel."""
    clamp = found(ALONE.replace("buf3 = buf2;", "buf3 = unknown(buf2);"))[CLAMP]
    own = ("clamp_min", "clamp_max", "index_1")
    assert (clamp.how, clamp.nodes) == ("inferred", own)


def recorded_as(*nodes, kernel=CLAMP):
    call = f"    {kernel}("
    text = MODULE.replace(call, f"    # [Provenance debug handles] {kernel}:1\n{call}")
    return found(text, [KernelOrigin(f"{kernel}:1", nodes)])[kernel]


def test_a_record_of_what_only_contributed_to_an_argument_does_not_count():
    own = ("clamp_min", "clamp_max", "index_1")
    assert recorded_as(*own, "searchsorted", "mul", "sum_1").nodes == (
        *own,
        "searchsorted",
    )
    assert recorded_as(*own, "div", "index").nodes == own
    assert lines(recorded_as(*own, "div", "index")) == [6, 8]


def test_a_value_that_a_kernel_gets_is_not_computed_again():
    assert recorded_as("index", "div", "sum_1", kernel=DIVIDE).nodes == ("index", "div")


def test_a_record_counts_that_lacks_an_operation_between():
    assert recorded_as("clamp_max", "index_1").nodes == ("clamp_max", "index_1")


JOINED = """\
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        # File: /a/net.py:3 in f, code: a = x.sin()
        sin: "f32[4][1]cpu" = torch.ops.aten.sin.default(x)
        # File: /a/net.py:4 in f, code: b = y.cos()
        cos: "f32[4][1]cpu" = torch.ops.aten.cos.default(y)
        # File: /a/net.py:5 in f, code: return torch.cat([a, b])
        cat: "f32[8][1]cpu" = torch.ops.aten.cat.default([sin, cos])
        return (cat,)
"""
PART = "cpp_fused_cat_0"
IN_PARTS = f'''\
{PART} = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(const float* in_ptr0, float* out_ptr0)
""")
def call(args):
    buf2 = empty_strided_cpu((8, ), (1, ), torch.float32)
    buf0 = reinterpret_tensor(buf2, (4, ), (1, ), 0)  # alias
    # [Provenance debug handles] {PART}:1
    {PART}(x, buf0)
    return (buf2, )
'''


def test_a_kernel_that_writes_a_part_of_a_result_keeps_it():
    record = KernelOrigin(f"{PART}:1", ("sin", "cat", "cos"), (SourceLine("/a", 9),))
    (only,) = found(IN_PARTS, [record], JOINED, [PART]).values()
    assert only.nodes == ("sin", "cat")
    assert lines(only) == [3, 5]


UPDATED = """\
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[1][1]cpu"):
        # File: /a/net.py:3 in f, code: total = x.sum()
        sum_1: "f32[1][1]cpu" = torch.ops.aten.sum.dim_IntList(x, [-1])
        # File: /a/net.py:4 in f, code: return x.cos() / total
        cos: "f32[1][1]cpu" = torch.ops.aten.cos.default(x)
        div: "f32[1][1]cpu" = torch.ops.aten.div.Tensor(cos, sum_1)
        return (div,)
"""
UPDATES = f'''\
{SUM} = async_compile.cpp_pybinding([], r"""
extern "C"  void  kernel(const float* in_ptr0, float* out_ptr0)
""")
cpp_fused_cos_div_1 = async_compile.cpp_pybinding([], r"""
extern "C"  void  kernel(float* in_out_ptr0, const float* in_ptr0)
{{
BODY
}}
""")
def call(args):
    buf0 = empty_strided_cpu((1, ), (1, ), torch.float32)
    {SUM}(x, buf0)
    cpp_fused_cos_div_1(buf0, x)
    return (buf0, )
'''
NAMES_OF_TWO = (SUM, "cpp_fused_cos_div_1")


def updating(*body):
    """Return the kernels where the second one has this body."""
    text = UPDATES.replace("BODY", "\n".join(body))
    return [*found(text, (), UPDATED, NAMES_OF_TWO).values()]


def test_memory_that_the_body_reads_first_holds_a_value_that_the_kernel_gets():
    each = updating(
        "auto out_ptr1 = in_out_ptr0;  // reuse",
        "auto tmp0 = in_out_ptr0[x0];",
        "out_ptr1[x0] = tmp1;",
    )
    assert [(one.how, one.nodes) for one in each] == [
        ("buffers", ("sum_1",)),
        ("buffers", ("cos", "div")),
    ]


def test_without_the_body_it_is_unknown_whether_a_sum_is_read_or_computed():
    assert {one.how for one in updating()} == {"inferred"}
    assert all(one.doubt for one in updating("transposed(in_out_ptr0)"))


CHANGED = """\
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", at: "i64[2][1]cpu", y: "f32[2][1]cpu"):
        # File: /a/net.py:3 in f, code: x[at] = y.sin()
        sin: "f32[2][1]cpu" = torch.ops.aten.sin.default(y)
        index_put: "f32[4][1]cpu" = torch.ops.aten.index_put_.default(x, [at], sin)
        # File: /a/net.py:4 in f, code: return y.cos()
        cos: "f32[2][1]cpu" = torch.ops.aten.cos.default(y)
        return (cos,)
"""
CHANGING = "cpp_fused_cos_index_put_sin_0"
CHANGES = f'''\
{CHANGING} = async_compile.cpp_pybinding(['float*'], r"""
extern "C"  void  kernel(const int64_t* in_ptr0, const float* in_ptr1,
                         float* out_ptr0, float* out_ptr1)
""")
def call(args):
    buf0 = empty_strided_cpu((2, ), (1, ), torch.float32)
    # [Provenance debug handles] {CHANGING}:1
    {CHANGING}(at, y, x, buf0)
    return (buf0, )
'''


def test_memory_that_an_operation_changes_in_place_need_not_be_read():
    nodes = ("sin", "index_put", "cos")
    (only,) = found(
        CHANGES, [KernelOrigin(f"{CHANGING}:1", nodes)], CHANGED, [CHANGING]
    ).values()
    assert only.nodes == nodes
    assert lines(only) == [3, 4]
