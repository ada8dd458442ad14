"""Lines that a pass of Inductor's mixes up are those of the graph before it."""

from __future__ import annotations

from depyf.capture.node_origins import (
    GraphOrigins,
    NodeOrigin,
    kept_origins,
    origins_in_text,
    with_origins,
)
from depyf.torch_text.graph_lines import node_lines, node_places
from depyf.torch_text.source_lines import printed_stack

FRAME = '  File "/a/toy.py", line {}, in {}\n    {}\n'
SIN = printed_stack(FRAME.format(3, "f", "y = x.sin()"))
SCALE = printed_stack(FRAME.format(4, "f", "scale_(y, 2)"))
CALLER = printed_stack(FRAME.format(20, "main", "f(x)"))
BEFORE = GraphOrigins(
    {
        "sin": NodeOrigin(SIN, "L['self'].act", "Act", "aten.sin.default"),
        "auto_functionalized": NodeOrigin(SCALE, operation="auto_functionalized"),
    },
    {},
)
AFTER = """class GraphModule(torch.nn.Module):
    def forward(self, arg0_1: "f32[2][1]cpu"):
        # File: /a/toy.py:4 in f, code: scale_(y, 2)
        sin: "f32[2][1]cpu" = torch.ops.aten.sin.default(arg0_1);  arg0_1 = None
        scale__default = torch.ops.mine.scale_.default(sin, 2);  sin = None
        # File: /a/toy.py:20 in main, code: f(x)
        exp: "f32[2][1]cpu" = torch.ops.aten.exp.default(sin);  sin = None
        return (exp,)
"""


def kept(nodes, before=BEFORE, inner=None):
    after = GraphOrigins(nodes, inner or {})
    return kept_origins(after, before, lambda file: file.startswith("/lib/"))


def test_what_keeps_its_name_and_operation_keeps_its_line_and_module():
    """An operator that writes into `sin` gave it its own line."""
    nodes = kept({"sin": NodeOrigin(SCALE, operation="aten.sin.default")}).nodes
    assert nodes["sin"] == BEFORE.nodes["sin"]


def test_another_operation_of_the_same_name_is_another_node():
    node = NodeOrigin(SCALE, operation="aten.cos.default")
    assert kept({"sin": node}).nodes["sin"] == node


def test_a_line_that_the_graph_before_has_not_is_none_of_this_graphs():
    """A pass that traced its replacement gave it the stack of that moment."""
    node = NodeOrigin(CALLER, operation="aten.exp.default")
    assert kept({"exp": node}).nodes["exp"].elsewhere


def test_where_nothing_is_known_of_the_graph_before_nothing_is_touched():
    nodes = {"exp": NodeOrigin(CALLER, operation="aten.exp.default")}
    assert kept(nodes, GraphOrigins({"exp": NodeOrigin(())}, {})).nodes == nodes


def test_a_graph_inside_is_compared_with_the_one_inside_before():
    part = GraphOrigins({"sin": NodeOrigin(SCALE, operation="aten.sin.default")}, {})
    before = BEFORE._replace(inner={"true_graph_0": BEFORE})
    found = kept({}, before, {"true_graph_0": part, "other": part}).inner
    assert found["true_graph_0"].nodes["sin"].stack == SIN
    assert found["other"] == part


def test_a_graph_inside_has_names_of_its_own():
    inside = """
    class true_graph_0(torch.nn.Module):
        def forward(self, arg0_1: "f32[2][1]cpu"):
            # File: /a/toy.py:30 in g, code: z.sin()
            sin: "f32[2][1]cpu" = torch.ops.aten.sin.default(arg0_1)
"""
    assert origins_in_text(AFTER + inside) == origins_in_text(AFTER)


def test_a_graph_of_which_there_is_only_text_is_mended_the_same_way():
    """From a cache; the module is not at hand there."""
    origins = kept_origins(origins_in_text(AFTER), BEFORE, lambda _: False)
    text = with_origins(AFTER, origins, lambda _: False)
    places = node_places(text)
    assert {name: place.line for name, place in places.items()} == {
        "sin": 3,
        "scale__default": 4,
    }
    assert "# No stacktrace found for following nodes\n        exp" in text
    assert "toy.py:20" not in text
    nodes = [line for line in text.split("\n") if " = torch.ops." in line]
    assert nodes == [line for line in AFTER.split("\n") if " = torch.ops." in line]


def test_the_callers_in_a_text_from_a_cache_are_those_of_the_graph_before():
    """The text has none, and a pass changed the operation: `scale` to `scale_`."""
    frames = FRAME.format(9, "g", "f(x)") + FRAME.format(4, "f", "scale_(y, 2)")
    old = NodeOrigin(printed_stack(frames), "L['self'].act", "Act", "mine.scale")
    for name in ("scale__default", "scale"):
        before = GraphOrigins({"sin": BEFORE.nodes["sin"], name: old}, {})
        kept = kept_origins(origins_in_text(AFTER), before, lambda _: False)
        text = with_origins(AFTER, kept, lambda _: False)
        found = {one.name: one.above for one in node_lines(text)}["scale__default"]
        assert [one.line for one in found.callers] == [9]
        assert found.module == ("self.act" if name == "scale__default" else "")


def test_callers_stay_unknown_if_a_line_has_several():
    stacks = [FRAME.format(at, "g", "f(x)") for at in (8, 9)]
    scale = FRAME.format(4, "f", "scale_(y, 2)")
    nodes = {
        f"scale_{at}": NodeOrigin(printed_stack(one + scale))
        for at, one in enumerate(stacks)
    }
    before = GraphOrigins(nodes, {})
    kept = kept_origins(origins_in_text(AFTER), before, lambda _: False)
    assert len(kept.nodes["scale__default"].stack) == 1


def test_the_module_of_a_node_without_a_line_is_written_each_time():
    """A reader takes a node without a line, and without a module, for one of none."""
    nodes = {
        "sin": NodeOrigin(SIN, "L['self'].a", "A"),
        "exp": NodeOrigin((), "L['self'].a", "A", elsewhere=True),
    }
    text = """
class GraphModule(torch.nn.Module):
    def forward(self, x):
        sin = torch.ops.aten.sin.default(x)
        exp = torch.ops.aten.exp.default(sin)
"""
    new = with_origins(text, GraphOrigins(nodes, {}), lambda _: False)
    assert [one.above.module for one in node_lines(new)] == ["self.a", "self.a"]
