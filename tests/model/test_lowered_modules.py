"""The module of a lowered node: told by order, checked by the shapes of layers."""

from __future__ import annotations

from dataclasses import replace

from depyf.model.graph_nodes import compilation_nodes
from depyf.model.kernel_traffic import traffic
from depyf.model.lowered_modules import (
    _origins_of,
    captured_modules,
    lowered_modules,
    nodes_with_callers,
)
from depyf.model.run import Compilation, Graph
from depyf.model.stages import AFTER_POST_GRAD, BACKWARD, CAPTURED, FORWARD
from depyf.render.graph_data import graph_data
from depyf.torch_text.names import CompileId
from tests.render.journal import recorded

# What the convolutions of each block of the recorded U-Net return.
SHAPES = {
    "model.first": {"f32[2, 8, 32, 32]"},
    "model.downs[0]": {"f32[2, 16, 32, 32]"},
    "model.downs[1]": {"f32[2, 32, 16, 16]"},
    "model.middle": {"f32[2, 32, 8, 8]"},
    "model.ups[0]": {"f32[2, 16, 16, 16]"},
    "model.ups[1]": {"f32[2, 8, 32, 32]"},
    "model.last": {"f32[2, 1, 32, 32]"},
}


def unet():
    """Return the frame, the compilation and the nodes of the forward."""
    frame = recorded("unet_training").frames[0]
    compilation = frame.compilations[0]
    graphs = compilation_nodes(compilation, frame)
    (nodes,) = (one.nodes for one in graphs if one.graph.stage == FORWARD)
    return frame, compilation, nodes


def test_each_run_of_a_line_belongs_to_the_module_that_runs_then():
    frame, compilation, nodes = unet()
    modules = lowered_modules(compilation, frame)["__compiled_fn_1", False]
    found = {}
    for node in nodes:
        if node.name.startswith("convolution"):
            block = modules[node.name].rpartition(".")[0]
            known = block if block in SHAPES else modules[node.name]
            found.setdefault(known, set()).add(node.type)
    assert found == SHAPES


def test_of_several_modules_of_a_line_each_has_the_operation_that_is_its_own():
    """The shapes of weights tell them: a `skip` is a convolution of 1 x 1."""
    of_blocks = set().union(*SHAPES.values()) - SHAPES["model.last"]
    frame, compilation, nodes = unet()
    modules = lowered_modules(compilation, frame)["__compiled_fn_1", False]
    found = [
        (modules[node.name].rpartition(".")[2], nodes[node.takes[1]].type)
        for node in nodes
        if node.name.startswith("convolution") and node.type in of_blocks
    ]
    small = [leaf for leaf, weight in found if weight.endswith(", 1, 1]")]
    assert small == ["skip"] * small.count("skip") != []
    assert "skip" not in [leaf for leaf, weight in found if leaf not in small]
    norms = [
        modules[node.name].rpartition(".")[2]
        for node in nodes
        if node.label.startswith("aten.var_mean")
    ]
    assert norms == ["norm1", "norm2"] * (len(norms) // 2) != []


def test_a_kernel_reads_what_goes_in_and_writes_what_comes_out():
    _, _, nodes = unet()
    by_name = {node.name: node for node in nodes}
    own = by_name["convolution"]
    one = traffic(nodes, {"convolution"}, set(), 1)
    assert one.reads == sum(nodes[nodes[at].base].bytes for at in own.takes)
    assert one.writes == own.bytes == 2 * 8 * 32 * 32 * 4
    # Two calls of a library function are two launches.
    both = traffic(nodes, {"convolution", "convolution_1"}, set(), 2)
    assert both.writes == own.bytes + by_name["convolution_1"].bytes


def test_what_cannot_be_told_is_left_out():
    _, _, nodes = unet()
    # Another kernel was made from it, too: one of them writes it.
    assert traffic(nodes, {"convolution"}, {"convolution"}, 1).writes is None
    # Three calls, of which the nodes of two are known.
    assert traffic(nodes, {"convolution", "convolution_1"}, set(), 3).reads is None
    assert traffic(nodes, set(), set(), 1).reads is None


def test_lowered_nodes_have_the_lines_that_call_theirs():
    """A line that calls a block leads to the lowered operations of that block only."""
    frame, compilation, _ = unet()
    modules = lowered_modules(compilation, frame)["__compiled_fn_1", False]
    graphs = nodes_with_callers(compilation, frame)
    found = {}
    for one in graphs:
        if one.graph.stage == FORWARD:
            for node in one.nodes:
                if node.name.startswith("convolution"):
                    block = modules[node.name].rpartition(".")[0]
                    found.setdefault(block, set()).add(node.places[:-1])
    lines = {block: callers for block, callers in found.items() if block in SHAPES}
    assert len(lines) > 3
    assert all(len(callers) == 1 for callers in lines.values())
    assert len(set.union(*lines.values())) > 1


def test_what_no_module_does_is_the_compiled_functions_own():
    frame, compilation, _ = unet()
    modules = lowered_modules(compilation, frame)["__compiled_fn_1", False]
    captured = captured_modules(compilation, frame)["__compiled_fn_1"]
    assert "" in captured.values()
    assert "" in modules.values()


def test_what_is_only_known_to_be_in_the_whole_has_no_module():
    """Where the visits of a line are not counted, any module may have run it."""
    frame, compilation, _ = unet()
    (captured,) = (one for one in compilation.graphs if one.stage == CAPTURED)
    # In the captured graph, another line seems to run the operations of one block.
    moved = captured.text.replace("unet.py:17 in", "unet.py:99 in", 3)
    graphs = [
        replace(captured, text=moved)
        if one is captured
        else replace(one, text=one.text.replace("# Module:", "#"))
        for one in compilation.graphs
    ]
    changed = replace(compilation, graphs=tuple(graphs))
    known = lowered_modules(changed, frame)
    around = [
        (key, name)
        for key, nodes in _origins_of(changed, frame).items()
        for name, one in nodes.items()
        if one.is_around
    ]
    assert around
    assert all(known[key].get(name) != "" for key, name in around)


NAMED = """\
class GraphModule(torch.nn.Module):
    def forward(self, primals_1: "f32[4][1]cpu"):
        # Module: self.blocks.0.norm (LayerNorm)
        # File: /a/net.py:25 in forward, code: h = self.gate(self.norm(x))
        var: "f32[4][1]cpu" = torch.ops.aten.var.default(primals_1)
        rsqrt: "f32[4][1]cpu" = torch.ops.aten.rsqrt.default(var)

        # Module: none but the one that is compiled
        # File: /a/net.py:30 in forward, code: return x
        exp: "f32[4][1]cpu" = torch.ops.aten.exp.default(rsqrt)

        # Module: self.blocks.0.mlp.1 (GELU)
        # File: /a/net.py:25 in forward, code: h = self.gate(self.norm(x))
        erf: "f32[4][1]cpu" = torch.ops.aten.erf.default(exp)

        # Module: self.blocks.0.mlp.2 (Linear)
        # File: /a/net.py:28 in forward, code: h = self.mlp(h)
        view: "f32[2, 2][2, 1]cpu" = torch.ops.aten.view.default(erf, [2, 2])
        return (view, rsqrt, view)
"""
ADDED = NAMED.replace(
    "        return",
    """
        # Module: none but the one that is compiled
        # File: /a/net.py:28 in forward, code: h = self.mlp(h)
        addmm_default: "f32[2, 2][2, 1]cpu" = torch.ops.aten.addmm.default(erf, view)
        return""",
)
TAKES = """\
class GraphModule(torch.nn.Module):
    def forward(self, rsqrt: "f32[4][1]cpu", view: "f32[2, 2][2, 1]cpu"):
        return (rsqrt,)
"""


def named():
    """Return a compilation whose lowered graphs name modules, and its frame."""
    graphs = tuple(
        Graph("__compiled_fn_1", stage, 0, text, backward=stage == BACKWARD)
        for stage, text in (
            (FORWARD, NAMED),
            (AFTER_POST_GRAD, ADDED),
            (BACKWARD, TAKES),
        )
    )
    entry = Compilation(CompileId(0, 0), graphs=graphs)
    return entry, replace(unet()[0], compilations=(entry,))


def test_the_module_that_a_lowered_graph_names_is_the_modules():
    """One line may run several modules: their order does not tell them."""
    entry, frame = named()
    found = lowered_modules(entry, frame)["__compiled_fn_1", False]
    of_norm = "blocks[0].norm"
    assert {name: found[name] for name in ("var", "rsqrt", "erf", "view")} == {
        "var": of_norm,
        "rsqrt": of_norm,
        "erf": "blocks[0].mlp[1]",
        "view": "blocks[0].mlp[2]",
    }


def test_a_node_that_a_pass_adds_belongs_to_what_its_inputs_have_in_common():
    entry, frame = named()
    found = lowered_modules(entry, frame)["__compiled_fn_1", False]
    assert found["addmm_default"] == "blocks[0].mlp"


def test_a_saved_view_belongs_to_the_module_that_computed_its_memory():
    entry, frame = named()
    graphs = graph_data(entry, compilation_nodes(entry, frame), lambda _: 0, frame)
    (saved,) = (one["saved"] for one in graphs if one["saved"])
    assert {one["name"]: one["module"] for one in saved} == {
        "rsqrt": "blocks[0].norm",
        "view": "blocks[0].mlp[1]",
    }
