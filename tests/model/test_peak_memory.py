"""The estimate of peak memory: what lives while each node runs."""

from __future__ import annotations

from depyf.model.graph_nodes import GraphNode, compilation_nodes
from depyf.model.peak_memory import memory_of
from tests.render.journal import recorded


def value(size, until=None, kind="operator"):
    return GraphNode("n", kind, "n", "f32[1]", bytes=size, until=until)


def test_a_value_lives_from_its_node_to_its_last_use():
    nodes = [
        value(100, 1, "input"),
        value(10, 3),
        value(20, 3),
        value(5, 4),
        value(0, kind="output"),
    ]
    memory = memory_of(nodes, parameter_bytes=7)
    assert memory.given == 107
    assert memory.live == (0, 10, 30, 35, 5)
    assert (memory.peak, memory.at, memory.alive) == (35, 3, (2, 1, 3))


def test_a_value_nobody_uses_lives_while_its_node_runs():
    assert memory_of([value(8), value(1)]).live == (8, 1)


def test_the_first_of_equal_peaks_counts():
    assert memory_of([value(8), value(8)]).at == 0


def test_a_view_keeps_memory_and_adds_none():
    nodes = [value(10, 2), value(0, 2), value(3)]
    assert memory_of(nodes).live == (10, 10, 13)


def test_unknown_sizes_are_counted_and_not_guessed():
    several = GraphNode("n", "operator", "topk", bytes=None)
    memory = memory_of([value(None), several, value(4)])
    assert (memory.unknown, memory.peak) == (1, 4)


def test_of_nothing_the_peak_is_nothing():
    memory = memory_of([])
    assert (memory.peak, memory.at, memory.alive, memory.live) == (0, 0, (), ())


def test_a_recorded_graph():
    """``x = a / (torch.abs(a) + 1)`` of ten numbers: two of them, and the input."""
    frame = recorded("toy_training").frames[0]
    first = compilation_nodes(frame.compilations[0], frame)[0]
    memory = memory_of(first.nodes, first.parameter_bytes)
    assert memory.given == 80
    assert memory.peak == 80
    assert [first.nodes[at].name for at in memory.alive] == ["abs_1", "add"]
