"""Lines, calls and modules above the nodes of a graph, from what the nodes know."""

from __future__ import annotations

from depyf.capture.node_origins import GraphOrigins, NodeOrigin, with_origins
from depyf.torch_text.access_paths import module_path
from depyf.torch_text.graph_lines import node_places
from depyf.torch_text.source_lines import printed_stack

USER = '  File "/a/toy.py", line {}, in {}\n    {}\n'
TORCH = '  File "/lib/torch/_tensor.py", line 9, in __torch_function__\n    ret = f()\n'


def annotated(text, nodes, inner=None):
    """The new text, `/lib/` being torch's."""
    origins = GraphOrigins(
        {
            name: NodeOrigin(printed_stack(stack), *module)
            for name, (stack, *module) in nodes.items()
        },
        inner or {},
    )
    return with_origins(text, origins, lambda file: file.startswith("/lib/"))


GRAPH = """class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[2][1]cpu"):
        l_x_ = L_x_

        # File: /lib/torch/_tensor.py:9 in __torch_function__, code: ret = f()
        mul: "f32[2][1]cpu" = l_x_ * 2;  l_x_ = None

        # No stacktrace found for following nodes
        add: "f32[2][1]cpu" = mul + 1;  mul = None
        neg: "f32[2][1]cpu" = -add;  add = None
        return (neg,)
"""


def test_the_users_line_is_named_before_the_librarys():
    """Not where torch's own function is: who called it is the question."""
    stack = USER.format(3, "f", "x = a * 2") + TORCH
    lines = annotated(GRAPH, {"mul": (stack,)}).split("\n")
    at = lines.index("        # File: /a/toy.py:3 in f, code: x = a * 2")
    assert (
        lines[at + 1] == "        # In the library: _tensor.py:9 in __torch_function__"
    )
    assert lines[at + 2].startswith("        mul:")
    assert "/lib/" not in "\n".join(lines)


def test_modules_and_calls_are_written_where_they_change():
    """`add` and `neg` share theirs."""
    stack = USER.format(20, "forward", "x = l(x)") + USER.format(8, "forward", "-x")
    origin = (stack, "L['self']._modules['layers']._modules['0']", "Layer")
    text = annotated(GRAPH, {"add": origin, "neg": origin})
    assert text.count("# Module: self.layers.0 (Layer)") == 1
    assert text.count("# Called from: toy.py:20 in forward") == 1
    assert text.count("# File: /a/toy.py:8 in forward, code: -x") == 1
    assert "No stacktrace" not in text
    assert node_places(text)["neg"].line == 8


def test_a_change_in_place_has_its_line_and_module():
    changed = GRAPH.replace('mul: "f32[2][1]cpu" = l_x_ * 2', "l_x_ *= 2;  imul = l_x_")
    assert changed != GRAPH
    origin = (USER.format(3, "f", "x *= 2"), "L['self'].norm", "Norm")
    text = annotated(changed, {"imul": origin})
    assert "# Module: self.norm (Norm)" in text
    assert node_places(text)["imul"].line == 3


def test_the_innermost_line_counts_where_there_is_no_source():
    """torch takes every second line of such a stack for source, and names the outer."""
    stack = '  File "<cell>", line 11, in forward\n  File "<cell>", line 6, in inner\n'
    assert [frame.line for frame in printed_stack(stack)] == [11, 6]
    text = annotated(GRAPH, {"mul": (stack,)})
    assert "# File: <cell>:6 in inner\n" in text
    assert node_places(text)["mul"].line == 6


def test_graphs_inside_have_nodes_of_their_own():
    """Names repeat in the branches of `torch.cond`."""
    text = """class GraphModule(torch.nn.Module):
    def forward(self, x):
        neg: "f32[]" = x.neg()
        return (neg,)

    class cond_true_0(torch.nn.Module):
        def forward(self, x):
            neg: "f32[]" = x.neg()
            return (neg,)

    class cond_false_0(torch.nn.Module):
        def forward(self, x):
            neg: "f32[]" = x.neg()
            return (neg,)
"""
    inner = {
        f"cond_{branch}_0": GraphOrigins(
            {"neg": NodeOrigin(printed_stack(USER.format(line, "<lambda>", "-x")))}, {}
        )
        for branch, line in (("true", 2), ("false", 3))
    }
    lines = annotated(text, {"neg": (USER.format(1, "f", "-x"),)}, inner).split("\n")
    told = [line.strip() for line in lines if "File:" in line]
    assert told == [
        "# File: /a/toy.py:1 in f, code: -x",
        "# File: /a/toy.py:2 in <lambda>, code: -x",
        "# File: /a/toy.py:3 in <lambda>, code: -x",
    ]


def test_what_the_nodes_do_not_know_stays_as_torch_wrote_it():
    """No stack, no change: the text is the same to the letter."""
    assert annotated(GRAPH, {}) == GRAPH
    assert annotated(GRAPH, {"mul": ("",)}) == GRAPH


def test_the_remark_that_a_node_is_of_the_backward_stays():
    """torch writes it before the place of the forward node."""
    text = GRAPH.replace("# File: /lib", "# Backward of forward node: File: /lib")
    changed = annotated(text, {"mul": (USER.format(3, "f", "x"),)})
    assert "# Backward of forward node: File: /a/toy.py:3 in f, code: x" in changed


def test_modules_are_written_as_in_the_program():
    """Whichever way torch's source expression goes."""
    assert module_path("L['model'].encoder['a b'].norm") == "model.encoder.a b.norm"
    assert module_path("G['net']") == "net"
    assert module_path("") == ""
