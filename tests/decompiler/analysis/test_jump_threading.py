"""Where jumps end."""

from __future__ import annotations

from depyf.decompiler.analysis.jump_threading import (
    Threads,
    path,
    sources,
    through_empty,
)
from depyf.decompiler.analysis.traversal import flow_graph, predecessors
from depyf.decompiler.ir.function import BasicBlock, Branch, Function, Jump, Return
from depyf.decompiler.ir.value import Variable, VariableKind, const, load, store

X = Variable(VariableKind.LOCAL, "x")


def _graph() -> Function:
    """0: branch -> 1, 3; 1: jump 2; 2: jump 3; 3: does something; 4 and 5: a loop."""
    ends = [Branch(load(X), 1, 3), Jump(2), Jump(3), Return(const(1)), Jump(5), Jump(4)]
    blocks = {key: BasicBlock(key, [], end) for key, end in enumerate(ends)}
    blocks[3].body.append(store(X, const(2)))
    return Function(None, 0, blocks)


def test_a_path_ends_where_something_is_done() -> None:
    """Each block of it is there once, the loop of empty ones included."""
    follow = through_empty(_graph().blocks)
    assert path(1, follow) == [1, 2, 3]
    assert path(3, follow) == [3]
    assert path(4, follow) == [4, 5]


def test_jumps_into_a_loop_of_empty_blocks_stay() -> None:
    """It has no end."""
    threads = Threads(through_empty(_graph().blocks))
    assert [threads.end(start) for start in range(6)] == [0, 3, 3, 3, 4, 5]


def test_sources_are_found_through_empty_blocks() -> None:
    """Both are told: where control comes from, and what it passes."""
    function = _graph()
    preds = predecessors(flow_graph(function))
    assert sources(function, preds, 3) == ({0}, {1, 2})


def test_the_entry_is_a_source_though_it_only_jumps_on() -> None:
    """Control begins there."""
    function = _graph()
    function.entry = 1
    assert sources(function, predecessors(flow_graph(function)), 2) == ({1}, set())
