"""What lights up together: a line, its nodes at all stages, the kernels they became."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.model.node_links import (
    KERNEL,
    NODE,
    SHOWN,
    SOURCE,
    NodeLinks,
    Selection,
    lit,
)
from tests.render.journal import recorded

RUN = recorded("toy_training")
FRAME = RUN.frames[0]
ENTRY = FRAME.compilations[0]
LINKS = NodeLinks(ENTRY, FRAME)
TOY = "/home/user/toy.py"
FORWARD = "__compiled_fn_1.Forward_graph.0.py"
BACKWARD = "__compiled_fn_1.Backward_graph.0.py"
CAPTURED = "__compiled_fn_1.Captured_Graph.0.py"
JOINT = "__compiled_fn_1.Joint_graph.0.py"
FORWARD_KERNEL = "__compiled_fn_1.kernel_0.py"
BACKWARD_KERNEL = "__compiled_fn_1.kernel_1.py"
BACKWARD_NAME = "cpp_fused_abs_add_div_mul_neg_sgn_0"


def test_a_line_lights_its_nodes_at_every_stage_and_the_kernels_of_both_directions():
    found = LINKS.lit(Selection(SOURCE, TOY, 4))
    assert found.source == {(TOY, 4)}
    assert found.nodes[CAPTURED] == ("abs_1", "add", "x")
    assert found.nodes[FORWARD] == ("abs_1", "add", "div")
    assert found.nodes[BACKWARD][0] == "neg"
    assert set(found.kernels) == {FORWARD_KERNEL, BACKWARD_KERNEL}


def test_a_line_whose_value_needs_no_gradient_lights_nothing_of_the_backward():
    found = LINKS.lit(Selection(SOURCE, TOY, 5))
    assert found.nodes[FORWARD] == ("sum_1", "lt")
    assert BACKWARD not in found.nodes
    assert set(found.kernels) == {FORWARD_KERNEL}


def test_a_lowered_node_is_one_of_its_name_and_the_operation_that_it_was_made_from():
    found = LINKS.lit(Selection(NODE, FORWARD, name="div"))
    assert found.source == {(TOY, 4)}
    assert found.nodes[FORWARD] == ("div",)
    assert found.nodes[JOINT] == ("div",)
    assert found.nodes[CAPTURED] == ("x",)
    assert BACKWARD not in found.nodes


def test_an_input_is_the_same_input_of_other_stages_and_comes_from_no_line():
    found = LINKS.lit(Selection(NODE, FORWARD, name="primals_1"))
    assert found.source == set()
    assert found.nodes[JOINT] == ("primals_1",)
    assert CAPTURED not in found.nodes


def test_a_line_of_transformed_code_lights_what_its_lines_do():
    found = LINKS.lit(Selection(SHOWN, line=4))
    assert (TOY, 5) in found.source
    assert found.nodes[FORWARD] == ("sum_1", "lt")


def test_the_call_of_a_graph_lights_all_of_it():
    call = LINKS.lit(Selection(SHOWN, line=2))
    assert {(TOY, 4), (TOY, 5)} <= call.source
    assert "return" in call.nodes[FORWARD]
    assert set(call.kernels) == {FORWARD_KERNEL, BACKWARD_KERNEL}
    # And every node of it lights the call.
    for name in call.nodes[FORWARD]:
        assert 2 in LINKS.lit(Selection(NODE, FORWARD, name=name)).shown


def test_a_kernel_lights_its_nodes_their_lines_and_no_other_kernel():
    found = LINKS.lit(Selection(KERNEL, BACKWARD_KERNEL, name=BACKWARD_NAME))
    assert found.kernels == {BACKWARD_KERNEL: (BACKWARD_NAME,)}
    assert found.source == {(TOY, 4)}
    assert "neg" in found.nodes["__compiled_fn_1.AFTER_POST_GRAD.1.py"]
    assert found.shown == {2}


@pytest.mark.parametrize("frame", RUN.frames, ids=lambda one: one.co_name)
def test_nodes_and_kernels_light_each_other(frame):
    for compilation in frame.compilations:
        links = NodeLinks(compilation, frame)
        everything = links.lit(Selection(SHOWN, line=2))
        assert everything.kernels
        for file, names in everything.kernels.items():
            for name in names:
                nodes = links.lit(Selection(KERNEL, file, name=name)).nodes
                assert nodes
                for graph, lit_nodes in nodes.items():
                    for node in lit_nodes:
                        back = links.lit(Selection(NODE, graph, name=node))
                        assert name in back.kernels[file]


def test_what_is_not_there_lights_nothing():
    found = lit(ENTRY, FRAME, Selection(NODE, "nothing.py", name="x"))
    assert (found.source, found.nodes, found.kernels) == (set(), {}, {})
    alone = replace(ENTRY, graphs=(), kernels=())
    assert lit(alone, FRAME, Selection(SOURCE, TOY, 5)).nodes == {}
