"""Bodies of branches and loops in printed graphs; the texts are torch 2.13's."""

from __future__ import annotations

from depyf.model.graph_nodes import graph_nodes
from depyf.model.run import Graph
from depyf.torch_text.graph import ParsedGraph

COND = """class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[4][1]cpu", L_p_: "b8[][]cpu"):
        l_x_ = L_x_
        l_p_ = L_p_

        # File: /home/user/cond.py:9 in f, code: z = x * 3
        z: "f32[4][1]cpu" = l_x_ * 3;  l_x_ = None

        # File: /home/user/cond.py:10 in f, code: a = torch.cond(p, yes, no, (z,))
        cond_true_0 = self.cond_true_0
        cond_false_0 = self.cond_false_0
        cond = torch.ops.higher_order.cond(l_p_, cond_true_0, cond_false_0, (z,));  \
l_p_ = cond_true_0 = cond_false_0 = z = None
        a: "f32[4][1]cpu" = cond[0];  cond = None

        # File: /home/user/cond.py:11 in f, code: return a.relu()
        relu: "f32[4][1]cpu" = a.relu();  a = None
        return (relu,)

    class cond_true_0(torch.nn.Module):
        def forward(self, z: "f32[4][1]cpu"):
            z_1 = z

            # Called from: cond.py:10 in f
            # File: /home/user/cond.py:3 in yes, code: y = x.sin()
            y: "f32[4][1]cpu" = z_1.sin();  z_1 = None

            # File: /home/user/cond.py:4 in yes, code: return y + 1
            add: "f32[4][1]cpu" = y + 1;  y = None
            return (add,)

    class cond_false_0(torch.nn.Module):
        def forward(self, z: "f32[4][1]cpu"):
            z_1 = z

            # Called from: cond.py:10 in f
            # File: /home/user/cond.py:6 in no, code: return x.cos() * 2
            cos: "f32[4][1]cpu" = z_1.cos();  z_1 = None
            add: "f32[4][1]cpu" = cos * 2;  cos = None
            return (add,)
"""
SCAN = """class GraphModule(torch.nn.Module):
    def forward(self, L_h_: "f32[3, 4][4, 1]cpu"):
        l_h_ = L_h_
        x: "f32[4][1]cpu" = torch.zeros(4)
        scan_combine_fn_0 = self.scan_combine_fn_0
        scan = torch.ops.higher_order.scan(scan_combine_fn_0, [x], [l_h_], []);  \
scan_combine_fn_0 = x = l_h_ = None
        carry: "f32[4][1]cpu" = scan[0]
        out: "f32[3, 4][4, 1]cpu" = scan[1];  scan = None
        return (carry, out)

    class scan_combine_fn_0(torch.nn.Module):
        def forward(self, child: "f32[4][1]cpu", child_1: "f32[4][1]cpu"):
            n: "f32[4][1]cpu" = child + child_1;  child = child_1 = None
            child_2: "f32[4][1]cpu" = n * 2
            return [n, child_2]
"""
CHECKPOINT = """class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[4][1]cpu"):
        l_x_ = L_x_
        # Module: self.layers.0 (Block)
        wrap_body_0 = self.wrap_body_0
        one = torch.ops.higher_order.invoke_subgraph(wrap_body_0, 'id', l_x_, l_x_)
        two = torch.ops.higher_order.invoke_subgraph(wrap_body_0, 'id', one, l_x_)
        return (two,)

    class wrap_body_0(torch.nn.Module):
        def forward(self, a: "f32[4][1]cpu", b: "f32[4][1]cpu"):
            # Module: self.layers.0.norm (Norm)
            mul: "f32[4][1]cpu" = a * b
            cond_true_0 = self.cond_true_0
            cond = torch.ops.higher_order.cond(mul, cond_true_0, cond_true_0, (a,))
            return (cond,)

        class cond_true_0(torch.nn.Module):
            def forward(self, a: "f32[4][1]cpu"):
                sin: "f32[4][1]cpu" = a.sin()
                return (sin,)
"""


def nodes(text):
    return {one.name: one for one in graph_nodes(graph(text)).nodes}


def graph(text):
    return Graph("__compiled_fn_1", "Captured_Graph", 0, text)


def takes(text):
    return {one.name: one.arguments for one in ParsedGraph(text).nodes}


def test_the_nodes_of_branches_stand_between_what_they_take_and_the_choice():
    assert takes(COND) == {
        "L_x_": (),
        "L_p_": (),
        "z": ("L_x_",),
        "cond_true_0.y": ("z",),
        "cond_true_0.add": ("cond_true_0.y",),
        "cond_false_0.cos": ("z",),
        "cond_false_0.add": ("cond_false_0.cos",),
        "cond": ("L_p_", "z", "cond_true_0.add", "cond_false_0.add"),
        "a": ("cond",),
        "relu": ("a",),
        "return": ("relu",),
    }


def test_a_body_is_drawn_in_its_node_and_linked_with_its_own_lines():
    found = nodes(COND)
    branch = found["cond_true_0.add"]
    assert (branch.home, branch.body) == ("self.cond.cond_true", "cond_true")
    assert (found["cond"].home, found["cond"].body) == ("self.cond", "cond")
    assert found["relu"].home == ""
    assert [one.line for one in branch.places] == [10, 4]
    text = COND.split("\n")[branch.shown - 1]
    assert text.lstrip().startswith("add: ")
    assert "y + 1" in text


def test_what_a_loop_is_given_is_what_its_body_takes():
    found = takes(SCAN)
    assert found["scan_combine_fn_0.n"] == ("x", "L_h_")
    assert found["scan"][-2:] == ("scan_combine_fn_0.n", "scan_combine_fn_0.child_2")


def test_what_a_body_takes_is_not_guessed_where_the_node_is_not_known():
    found = takes(SCAN.replace("higher_order.scan", "higher_order.flex"))
    assert found["scan_combine_fn_0.n"] == ()
    assert found["scan_combine_fn_0.child_2"] == ("scan_combine_fn_0.n",)


def test_a_body_of_several_nodes_is_there_for_each_of_them_with_bodies_within():
    found = takes(CHECKPOINT)
    assert found["one.wrap_body_0.mul"] == ("L_x_",)
    assert found["two.wrap_body_0.mul"] == ("one", "L_x_")
    assert found["two.wrap_body_0.cond_true_0.sin"] == ("one",)
    home = nodes(CHECKPOINT)["two.wrap_body_0.cond_true_0.sin"].home
    assert home == "self.layers.0.invoke_subgraph_2.wrap_body.norm.cond.cond_true"


def test_every_node_takes_what_stands_before_it():
    for text in (COND, SCAN, CHECKPOINT):
        found = graph_nodes(graph(text)).nodes
        assert all(one < at for at, node in enumerate(found) for one in node.takes)


def test_a_graph_without_bodies_is_read_as_before():
    plain = COND.split("    class cond_true_0", maxsplit=1)[0]
    assert ParsedGraph(plain).nodes == ParsedGraph(plain).operators
    assert ParsedGraph("no Python (").nodes == ()


def test_the_values_of_a_body_are_no_memory_of_the_graph():
    found = nodes(COND)
    inside = [one for name, one in found.items() if name.startswith("cond_true_0.")]
    assert [one.bytes for one in inside] == [0] * len(inside) != []


def test_what_is_not_read_is_kept_and_counted():
    lines = ("y = x + 1", "torch.ops.mine.log(y)", "(a, b) = f(y)", "return (y,)")
    text = "".join(f"        {line}\n" for line in lines)
    head = "class G(torch.nn.Module):\n    def forward(self, x):\n"
    read = ParsedGraph(head + text)
    assert read.unknown == ("torch.ops.mine.log(y)", "f(y)")
    assert [one.name for one in read.operators] == ["x", "y", "return"]
