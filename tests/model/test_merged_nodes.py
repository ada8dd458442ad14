"""A node that a pass put in the place of several has the lines and module of these."""

from __future__ import annotations

from depyf.model.detail_events import KernelOrigin
from depyf.model.events import Kernel, SourceLine
from depyf.model.kernel_origins import origins_of
from depyf.model.lowered_modules import lowered_modules
from depyf.model.merged_nodes import merged_nodes
from depyf.model.run import Compilation, Frame, Graph
from depyf.torch_text.names import CompileId

START = """\
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4]", w: "f32[4, 4]", g: "f32[4, 4]"):
        # Module: self.mlp.gate (Router)
        # File: /a/net.py:6 in f, code: logits = linear(hidden, self.weight)
        neg: "f32[4, 4]" = torch.ops.aten.neg.default(g);  g = None
        permute: "f32[4, 4]" = torch.ops.aten.permute.default(w, [1, 0]);  w = None
"""
BEFORE = f"""{START}\
        mm: "f32[4, 4]" = torch.ops.aten.mm.default(neg, permute);  permute = None
        # Module: self.mlp (Experts)
        # File: /a/net.py:5 in f, code: hidden = x.reshape(-1, 4)
        add: "f32[4, 4]" = torch.ops.aten.add.Tensor(x, mm);  x = mm = None
        return (add,)
"""
AFTER = f"""{START}\
        # Module: self.mlp (Experts)
        # File: /a/net.py:5 in f, code: hidden = x.reshape(-1, 4)
        addmm_default: "f32[4, 4]" = torch.ops.aten.addmm.default(x, neg, permute)
        return (addmm_default,)
"""
MODULE = """\
def call(args):
    # [Provenance debug handles] extern_kernels.addmm:1
    extern_kernels.addmm(x, buf0, w, alpha=1, beta=1, out=buf1)
"""


def training(recorded_nodes=(), recorded_lines=(), module=MODULE, lowered=AFTER):
    """Return a compilation with a backward graph before and after the passes."""
    graphs = (
        Graph("__compiled_fn_1", "Backward_graph", 0, BEFORE, backward=True),
        Graph("__compiled_fn_1", "AFTER_POST_GRAD", 1, lowered, backward=True),
    )
    kernel = Kernel(
        None, text=module, compiled_fn="__compiled_fn_1", number=1, backward=True
    )
    places = tuple(SourceLine("/a/net.py", line) for line in recorded_lines)
    record = KernelOrigin("extern_kernels.addmm:1", recorded_nodes, places)
    origins = (record,) if recorded_nodes or recorded_lines else ()
    return (
        Compilation(CompileId(0, 0), graphs=graphs, kernels=(kernel,), origins=origins),
        kernel,
    )


def test_a_product_with_a_sum_has_the_lines_of_both():
    for told in (((), ()), (("addmm_default",), ()), ((), (5,))):
        (found,) = origins_of(*training(*told))
        assert (found.nodes, [one.line for one in found.places]) == (
            ("addmm_default",),
            [6, 5],
        )


def test_a_node_without_a_line_has_those_of_the_nodes_that_it_replaced():
    start, _, _ = AFTER.partition("        # Module: self.mlp (Experts)\n")
    lowered = f"""{start}\
        # No stacktrace found for following nodes
        addmm_default: "f32[4, 4]" = torch.ops.aten.addmm.default(x, neg, permute)
        return (addmm_default,)
"""
    for told in (((), ()), (("addmm_default",), ()), ((), (5,))):
        (found,) = origins_of(*training(*told, lowered=lowered))
        assert [one.line for one in found.places] == [6, 5]


def test_a_product_with_a_sum_belongs_to_the_module_of_the_product():
    compilation, _ = training()
    frame = Frame("0", "f", "f", "/a/net.py", 1, compilations=(compilation,))
    found = lowered_modules(compilation, frame)["__compiled_fn_1", True]
    assert found["addmm_default"] == "mlp.gate"


def test_a_call_has_not_the_lines_of_the_values_that_it_reads():
    """Torch records no nodes of a backward's calls, but also lines of arguments."""
    module = MODULE.replace("addmm:1", "mm:1").replace("addmm(x, ", "mm(")
    compilation, kernel = training((), (6, 5), module, BEFORE)
    record = KernelOrigin("extern_kernels.mm:1", (), compilation.origins[0].user_lines)
    (found,) = origins_of(
        Compilation(
            CompileId(0, 0),
            graphs=compilation.graphs,
            kernels=(kernel,),
            origins=(record,),
        ),
        kernel,
    )
    assert (found.nodes, [one.line for one in found.places]) == (("mm",), [6])


def test_a_node_replaces_only_what_its_values_make():
    before = {"x": [], "w": [], "mm": ["x", "w"], "add": ["x", "mm"]}
    assert merged_nodes(before, {"x": [], "w": [], "addmm": ["x", "w"]}) == {
        "addmm": ("mm", "add")
    }
    assert merged_nodes(before, {"x": [], "w": [], "sin": ["x"]}) == {}
    assert merged_nodes(before, before) == {}


JOINT = """\
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4]", scale: "f64[]"):
        # Module: self.gate.proj (Linear)
        # File: /a/net.py:3 in f, code: score = self.proj(x) / self.scale
        neg: "f32[4]" = torch.ops.aten.neg.default(x);  x = None
        # Module: self.gate (Gate)
        # File: /a/net.py:3 in f, code: score = self.proj(x) / self.scale
        item: "Sym(zf1)" = torch.ops.aten._local_scalar_dense.default(scale)
        div: "f32[4]" = torch.ops.aten.div.Tensor(neg, item);  neg = item = None
        return (div,)
"""


def test_a_number_that_became_a_tensor_belongs_to_the_module_that_used_it():
    start, _, _ = JOINT.partition("        # Module: self.gate (Gate)\n")
    forward = f"""{start}\
        # No stacktrace found for following nodes
        convert: "f32[]" = torch.ops.prims.convert_element_type.default(scale, 1)
        div_tensor: "f32[4]" = torch.ops.aten.div.Tensor(neg, convert);  neg = None
        return (div_tensor,)
"""
    graphs = (
        Graph("__compiled_fn_1", "Joint_graph", 0, JOINT),
        Graph("__compiled_fn_1", "Forward_graph", 0, forward),
        Graph("__compiled_fn_1", "AFTER_POST_GRAD", 0, forward),
    )
    compilation = Compilation(CompileId(0, 0), graphs=graphs)
    frame = Frame("0", "f", "f", "/a/net.py", 1, compilations=(compilation,))
    found = lowered_modules(compilation, frame)["__compiled_fn_1", False]
    assert (found["convert"], found["div_tensor"]) == ("gate", "gate")
