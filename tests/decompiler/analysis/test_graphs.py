"""Traversal, dominators and loops against definitions computed by brute force."""

from __future__ import annotations

import random

import pytest

from depyf.decompiler.analysis.dominators import DominatorTree, LoopForest
from depyf.decompiler.analysis.traversal import (
    predecessors,
    reachable,
    reverse_postorder,
)


def random_graph(seed):
    rng = random.Random(seed)
    count = rng.randint(1, 12)
    return {
        node: tuple(rng.sample(range(count), rng.randint(0, min(count, 3))))
        for node in range(count)
    }


def without(graph, removed):
    return {
        node: tuple(t for t in targets if t != removed)
        for node, targets in graph.items()
        if node != removed
    }


@pytest.mark.parametrize("seed", range(300))
def test_dominators_agree_with_removing_the_node(seed):
    graph = random_graph(seed)
    tree = DominatorTree(graph, 0)
    everything = reachable(graph, 0)
    assert set(tree.order) == everything
    for above in everything:
        left = reachable(without(graph, above), 0) if above != 0 else set()
        for below in everything:
            assert tree.dominates(above, below) == (below not in left)


@pytest.mark.parametrize("seed", range(300))
def test_loops_are_where_back_edges_are(seed):
    graph = random_graph(seed)
    tree = DominatorTree(graph, 0)
    forest = LoopForest(graph, tree)
    reached = tree.order
    headers = {
        target
        for node in reached
        for target in graph[node]
        if tree.dominates(target, node)
    }
    assert set(forest.loops) == headers
    for header, loop in forest.loops.items():
        assert all(tree.dominates(header, node) for node in loop.blocks)
        for node in loop.blocks:
            assert header in reachable(graph, node)
        if loop.parent is not None:
            assert loop.blocks <= loop.parent.blocks
    without_back_edges = {
        node: tuple(t for t in graph[node] if not tree.dominates(t, node))
        for node in reached
    }
    acyclic = not any(
        node in reachable(without_back_edges, target)
        for node, targets in without_back_edges.items()
        for target in targets
    )
    assert acyclic == (not forest.irreducible_edges)


def test_order_keeps_source_order_of_arms():
    graph = {0: (10, 20), 10: (30,), 20: (30,), 30: (0, 40), 40: ()}
    assert reverse_postorder(graph, 0) == [0, 10, 20, 30, 40]
    assert predecessors(graph)[30] == [10, 20]


def test_a_loop_inside_of_another_one_has_it_as_its_parent():
    graph = {0: (1,), 1: (2, 5), 2: (3, 4), 3: (2,), 4: (1,), 5: ()}
    forest = LoopForest(graph, DominatorTree(graph, 0))
    outer, inner = forest.loops[1], forest.loops[2]
    assert inner.parent is outer
    assert outer.parent is None
    assert (outer.blocks, inner.blocks) == ({1, 2, 3, 4}, {2, 3})


def test_deep_graph_needs_no_recursion():
    graph = {node: (node + 1,) for node in range(50_000)}
    graph[50_000] = ()
    tree = DominatorTree(graph, 0)
    assert tree.dominates(3, 49_000)
    assert LoopForest(graph, tree).loops == {}
