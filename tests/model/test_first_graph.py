"""The first graph of a process pays for the start of the compiler."""

from __future__ import annotations

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.first_graph import first_graph
from depyf.render.index import index_md
from depyf.render.json import summary
from depyf.torch_text.names import CompileId
from tests.render.journal import entry


def metrics(compile_id, inductor, compiler=0.0):
    """Return the metrics of an entry; without a graph, only Dynamo took time."""
    times = {"dynamo_cumulative_compile_time": inductor + compiler + 0.5}
    if inductor:
        times["aot_autograd_cumulative_compile_time"] = inductor + compiler + 0.1
        times["inductor_cumulative_compile_time"] = inductor + compiler
        times["triton_compile_time"] = compiler
    return ev.Metrics(compile_id, seconds=inductor + compiler + 0.5, times=times)


def run_of(*seconds, compiler=0.0):
    """Return a run with a function for each number of seconds in Inductor."""
    every = []
    for at, inductor in enumerate(seconds):
        compile_id = CompileId(at, 0)
        name = f"f{at}"
        every += [
            entry(compile_id, name, 0, f"def {name}(): pass"),
            ev.GuardsReported(compile_id),
            metrics(compile_id, inductor, compiler),
        ]
    return fold(every)


@pytest.mark.parametrize(
    ("seconds", "first"),
    [
        ((0.0, 7.0, 0.5, 0.9), "f1"),  # the first function has no graph
        ((7.0, 5.0), ""),  # the other graph is large, too
        ((0.8, 0.1), ""),
        ((7.0,), ""),  # there is no other graph to compare it with
        ((0.5, 7.0), ""),
    ],
)
def test_only_a_first_graph_that_took_much_longer_is_told(seconds, first):
    found = first_graph(run_of(*seconds))
    assert (found.frame.co_name if found else "") == first


def test_what_the_c_compiler_takes_does_not_count():
    found = first_graph(run_of(7.0, 0.5, compiler=9.0))
    assert found is not None
    assert (round(found.seconds, 3), round(found.most, 3)) == (7.1, 0.6)


def test_the_index_and_the_summary_say_which_function_pays_for_it():
    run = run_of(7.0, 0.5)
    words = summary(run)["first_graph"]
    assert "`f0` (0/0) has the first graph of the process" in words
    assert "That took 7.1 s, and at most 0.6 s for another graph." in words
    assert words in index_md(run)
    assert "first_graph" not in summary(run_of(7.0, 5.0))
