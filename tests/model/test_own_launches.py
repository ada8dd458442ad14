"""A custom operator, and a Triton kernel of the program's, is one node of a graph."""

from __future__ import annotations

from dataclasses import replace

from depyf.model.detail_events import KernelOrigin
from depyf.model.events import Kernel
from depyf.model.kernel_origins import origins_of, with_user_lines
from depyf.model.own_launches import of_this_module
from depyf.model.run import Compilation, Graph
from depyf.render.details import kernel_words
from depyf.torch_text.names import CompileId

LOWERED = """\
class GraphModule(torch.nn.Module):
    def forward(self, arg0_1: "f32[4][1]cuda:0"):
        # File: /a/net.py:3 in f, code: y = x.sin()
        sin: "f32[4][1]cuda:0" = torch.ops.aten.sin.default(arg0_1)
        # File: /a/net.py:4 in f, code: mine[grid](y, out)
        triton_kernel_wrapper_mutation = torch.ops.higher_order\
.triton_kernel_wrapper_mutation(kernel_idx = 0, kwargs = {'x_ptr': sin})
        # File: /a/net.py:5 in f, code: scale_(out)
        scale__default = torch.ops.mine.scale_.default(sin, 2)
        return (sin,)
"""
MODULE = """\
triton_poi_fused_sin_0 = async_compile.triton('triton_poi_fused_sin_0', '''
@triton.jit
def triton_poi_fused_sin_0(in_ptr0): pass
''', device_str='cuda')

# Original path: /a/kernels.py:7
mine_0 = async_compile.triton('mine', '''
@triton.jit
def mine(x_ptr): pass
''', device_str='cuda')

def call(args):
    # Topologically Sorted Source Nodes: [y, ], Original ATen: [aten.sin]
    stream0 = get_raw_stream(0)
    triton_poi_fused_sin_0.run(arg0_1, buf0, stream=stream0)
    # Topologically Sorted Source Nodes: [y, ], Original ATen: [aten.sin]
    # [Provenance debug handles] mine_0:2
    stream0 = get_raw_stream(0)
    mine_0.run(buf0, buf1, 4, 1, 1, stream=stream0)
    torch.ops.mine.scale_.default(buf1, 2)
    # triton_poi_fused_sin_0:1 mine_0:2 torch.ops.mine.scale_.default:3
"""
BOTH = ("triton_kernel_wrapper_mutation", "sin")
RECORDS = (
    KernelOrigin("triton_poi_fused_sin_0:1", BOTH),
    KernelOrigin("mine_0:2", BOTH),
    KernelOrigin("torch.ops.mine.scale_.default:3", ("scale__default", "sin")),
)
MADE = Kernel(
    None,
    text=MODULE,
    names=("triton_poi_fused_sin_0", "mine_0"),
    compiled_fn="__compiled_fn_1",
    number=0,
)
KNOWN = Compilation(
    CompileId.parse("0/0"),
    graphs=(Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, LOWERED),),
    kernels=(MADE,),
    origins=RECORDS,
)


def found(compilation=KNOWN):
    return {
        one.kernel: (one.nodes, [place.line for place in one.places], one.how)
        for one in origins_of(compilation, compilation.kernels[0])
    }


def test_each_launch_has_the_nodes_that_are_its_own():
    """torch records the producer of a buffer with what writes into it, and reverse."""
    assert found() == {
        "triton_poi_fused_sin_0": (("sin",), [3], "recorded"),
        "mine_0": (("triton_kernel_wrapper_mutation",), [4], "recorded"),
        "torch.ops.mine.scale_.default": (("scale__default",), [5], "recorded"),
    }


def test_a_record_of_which_nothing_else_is_left_stays():
    one = KernelOrigin("triton_poi_fused_sin_0:1", BOTH[:1])
    compilation = replace(KNOWN, origins=(one, *RECORDS[1:]))
    assert found(compilation)["triton_poi_fused_sin_0"][0] == BOTH[:1]


def test_without_a_record_the_users_launches_are_taken_in_order():
    """Never from what torch writes above the call: that names the producer."""
    assert found(replace(KNOWN, origins=()))["mine_0"] == (
        ("triton_kernel_wrapper_mutation",),
        [4],
        "inferred",
    )
    words = kernel_words(replace(KNOWN, origins=()), "__compiled_fn_1")
    assert words[-1] == (
        "kernel `mine_0`, written at kernels.py:7, from net.py:4"
        " (triton_kernel_wrapper_mutation), inferred from the order of calls"
    )


def test_launches_that_do_not_match_the_nodes_in_number_tell_nothing():
    twice = MODULE.replace("    torch.ops", "    mine_0.run(buf1, buf2)\n    torch.ops")
    module = replace(MADE, text=twice)
    compilation = replace(KNOWN, origins=(), kernels=(module,))
    assert found(compilation)["mine_0"] == ((), [], "inferred")


def test_lines_stand_beside_the_calls_of_operators_too():
    shown = with_user_lines(MADE, origins_of(KNOWN, MADE))
    assert "torch.ops.mine.scale_.default(buf1, 2)  # net.py:5: scale_(out)" in shown
    assert "stream=stream0)  # net.py:4: mine[grid](y, out)" in shown


def test_a_record_of_another_module_has_no_nodes_of_this_one():
    """A value that the backward computes again has the name of the forward's node."""
    forward, backward = ("mul", "mul_1"), ("mul", "mul_2")
    record = KernelOrigin("cpp_fused_mul_0:1", forward)

    def nodes(one, by_buffers, own, others):
        return of_this_module(one, by_buffers, own, others).nodes

    assert nodes(record, None, backward, forward) == ()
    assert nodes(record, None, forward, backward) == forward
    both = KernelOrigin("cpp_fused_mul_0:1", ("mul",))
    assert nodes(both, backward, backward, forward) == ()
    assert nodes(both, ("mul",), forward, backward) == ("mul",)
