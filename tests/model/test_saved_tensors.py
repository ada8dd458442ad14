"""What a training graph keeps for its backward, read off the printed graphs."""

from __future__ import annotations

from dataclasses import replace

from depyf.model.events import Kernel, ShapeSymbol
from depyf.model.facts import facts_of
from depyf.model.run import Compilation, Graph
from depyf.model.saved_tensors import saved_for_backward
from depyf.torch_text.annotations import bytes_of
from depyf.torch_text.graph import ParsedGraph
from depyf.torch_text.names import CompileId

FORWARD = """\
class GraphModule(torch.nn.Module):
    def forward(
        self,
        primals_1: "f32[8, 8][8, 1]cpu",  # PlainAOTInput(idx=0)
        primals_2: "f32[s77, 8][8, 1]cpu",  # PlainAOTInput(idx=1)
        primals_3: "Sym(s77)",
    ):
        # File: /a/net.py:14 in forward, code: h = torch.relu(self.lin(x))
        permute: "f32[8, 8][1, 8]cpu" = torch.ops.aten.t.default(primals_1)
        mm: "f32[s77, 8][8, 1]cpu" = torch.ops.aten.mm.default(primals_2, permute)
        view: "f32[8*s77][1]cpu" = torch.ops.aten.view.default(mm, [-1])
        # File: /a/net.py:15 in forward, code: return h > 0
        gt: "b8[s77, 8][8, 1]cpu" = torch.ops.aten.gt.Scalar(mm, 0)
        return (
            gt,  # PlainAOTOutput(idx=0)
            permute,  # SavedForBackwardsAOTOutput(idx=0)
            mm, view, gt, primals_2, primals_3)
"""
BACKWARD = """\
class GraphModule(torch.nn.Module):
    def forward(self, primals_2: "f32[s77, 8][8, 1]cpu", primals_3: "Sym(s77)", \
permute: "f32[8, 8][1, 8]cpu", mm: "f32[s77, 8][8, 1]cpu", \
view: "f32[8*s77][1]cpu", gt: "b8[s77, 8][8, 1]cpu", tangents_1: "f32[][]cpu"):
        return (None, tangents_1)
"""
CAPTURED = """\
class GraphModule(torch.nn.Module):
    def forward(self, L_w_: "f32[8, 8][8, 1]cpu", L_x_: "f32[s77, 8][8, 1]cpu", \
s77: "Sym(s77)"):
        return (L_x_,)
"""


def compilation(**more):
    graphs = [
        Graph("__compiled_fn_1", stage, 0, text)
        for stage, text in (
            ("Captured_Graph", CAPTURED),
            ("Forward_graph", FORWARD),
            ("Backward_graph", BACKWARD),
        )
    ]
    return Compilation(CompileId(0, 0), graphs=tuple(graphs), **more)


def saved(**more):
    (found,) = saved_for_backward(compilation(**more))
    return found, {one.name: one for one in found.tensors}


def test_sizes_and_gradients_are_not_saved_tensors():
    _, tensors = saved()
    assert set(tensors) == {"primals_2", "permute", "mm", "view", "gt"}


def test_each_tensor_names_the_line_that_made_it():
    _, tensors = saved()
    places = {
        name: (one.place.file, one.place.line)
        for name, one in tensors.items()
        if one.place
    }
    assert places["mm"] == ("/a/net.py", 14)
    assert places["gt"] == ("/a/net.py", 15)


def test_arguments_and_their_views_live_anyway():
    _, tensors = saved()
    assert tensors["primals_2"].argument == "L_x_"
    assert tensors["permute"].argument == "L_w_"
    assert tensors["mm"].argument == ""


def test_memory_is_counted_once_at_the_sizes_of_the_first_call():
    found, tensors = saved(facts=facts_of([ShapeSymbol(None, symbol="s77", value="4")]))
    assert tensors["mm"].bytes == 4 * 8 * 4
    assert tensors["view"].bytes == 4 * 8 * 4
    assert found.own_bytes == 4 * 8 * 4 + 4 * 8  # `view` is the memory of `mm`


def test_an_unknown_size_is_no_number():
    _, tensors = saved()
    assert tensors["mm"].bytes is None
    assert tensors["permute"].bytes == 256


def test_inference_saves_nothing():
    graph = Graph("__compiled_fn_1", "Forward_graph", 0, FORWARD)
    assert saved_for_backward(Compilation(CompileId(0, 0), graphs=(graph,))) == ()


def test_types_of_all_widths():
    assert bytes_of("bf16[3][1]cpu") == 6
    assert bytes_of("c64[3][1]cpu") == 24
    assert bytes_of("b8[3][1]cpu") == 3
    assert bytes_of("f8e4m3fn[3][1]cuda:0") == 3
    assert bytes_of("f32[0, 4][4, 1]cpu") == 0
    assert bytes_of("f32[]") == 4
    assert bytes_of("f32[2, 3]") == 24
    assert bytes_of("Sym(s77)") == 0


def test_a_text_that_is_no_graph_has_no_arguments():
    assert ParsedGraph("nonsense").inputs == {}


VIEWS_FORWARD = """\
class GraphModule(torch.nn.Module):
    def forward(self, primals_1: "f32[32][1]cpu"):
        exp: "f32[32][1]cpu" = torch.ops.aten.exp.default(primals_1)
        split = torch.ops.aten.split.Tensor(exp, 16)
        getitem: "f32[16][1]cpu" = split[0]
        unfold: "f32[15, 4][2, 1]cpu" = torch.ops.aten.unfold.default(exp, 0, 4, 2)
        return (getitem, exp, unfold)
"""
VIEWS_BACKWARD = """\
class GraphModule(torch.nn.Module):
    def forward(self, {}tangents_1: "f32[16][1]cpu"):
        return (tangents_1,)
"""


def bytes_kept(*names):
    types = {"exp": "f32[32][1]cpu", "getitem": "f32[16][1]cpu"}
    types["unfold"] = "f32[15, 4][2, 1]cpu"
    kept = "".join(f'{name}: "{types[name]}", ' for name in names)
    graphs = (
        Graph("__compiled_fn_1", "Forward_graph", 0, VIEWS_FORWARD),
        Graph("__compiled_fn_1", "Backward_graph", 0, VIEWS_BACKWARD.format(kept)),
    )
    (found,) = saved_for_backward(Compilation(CompileId(0, 0), graphs=graphs))
    return found.own_bytes, found.all_bytes


def test_parts_and_windows_of_a_tensor_are_its_memory():
    """What is a view for the memory of a graph is a view here."""
    assert bytes_kept("exp", "getitem", "unfold") == (128, 128)


def test_a_part_keeps_the_whole_memory():
    assert bytes_kept("getitem") == (128, 128)


def test_a_saved_view_has_the_line_that_computed_its_memory():
    forward = FORWARD.replace(
        "        view:", "        # File: /a/net.py:20 in f, code: v\n        view:"
    )
    graphs = [
        replace(one, text=forward) if one.stage == "Forward_graph" else one
        for one in compilation().graphs
    ]
    known = Compilation(CompileId(0, 0), graphs=tuple(graphs))
    (found,) = saved_for_backward(known)
    (view,) = (one for one in found.tensors if one.name == "view")
    assert view.place.line == 14


COPYING = """\
def call(args):
    primals_1, primals_2, primals_3 = args
    buf0 = empty_strided_cpu((8, 8), (1, 8), torch.float32)
    cpp_fused_0(primals_1, buf0)
    buf1 = buf0; del buf0  # reuse
    buf2 = empty_strided_cpu((s77, 8), (8, 1), torch.float32)
    return (buf2, {permute}, buf2, buf2, buf2, {x}, s77, )
"""


def of_module(**returned):
    kernel = Kernel(
        None, text=COPYING.format(**returned), compiled_fn="__compiled_fn_1"
    )
    return saved(
        kernels=(kernel,),
        facts=facts_of([ShapeSymbol(None, symbol="s77", value="4")]),
    )


SAME = {
    "permute": "reinterpret_tensor(primals_1, (8, 8), (1, 8), 0)",
    "x": "primals_2",
}


def test_a_saved_input_that_the_module_copies_is_new_memory():
    plain, _ = of_module(**SAME)
    found, tensors = of_module(
        permute="reinterpret_tensor(buf1, (8, 8), (1, 8), 0)", x="primals_2"
    )
    assert tensors["permute"].copied
    assert tensors["permute"].argument == "L_w_"
    assert tensors["permute"].place.line == 14
    assert not tensors["primals_2"].copied
    assert found.own_bytes == plain.own_bytes + 256
    assert found.all_bytes == plain.all_bytes


def test_an_input_that_the_module_returns_itself_is_no_copy():
    _, tensors = of_module(**SAME)
    assert not any(one.copied for one in tensors.values())


def test_a_module_with_other_results_tells_of_no_copy():
    _, tensors = of_module(permute="buf1, buf1", x="primals_2")
    assert not any(one.copied for one in tensors.values())


def test_two_names_for_one_copy_are_its_memory_once():
    plain, _ = of_module(**SAME)
    found, tensors = of_module(permute="buf1", x="buf1")
    assert tensors["permute"].base == tensors["primals_2"].base
    assert found.own_bytes == plain.own_bytes + 256
