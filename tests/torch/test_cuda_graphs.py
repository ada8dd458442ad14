"""What torch logs of CUDA graphs is heard, and printed as without depyf."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.torch

# As torch does it, which has no GPU to do it on here: at a graph's first call.
PROGRAM = """
import logging
import torch
import depyf

def backend(graph, inputs):
    def run(*args):
        place = f'   File "{__file__}", line {line}, in step\\n    cache.add_(x)\\n'
        logging.getLogger("torch._inductor.cudagraph_utils.__cudagraphs").warning(
            "skipping cudagraphs due to mutated inputs (1 instances)%s",
            f". Found from : \\n {place}" if WITH_LINE else "",
        )
        return graph(*args)
    return run

@torch.compile(backend=backend)
def other(x):
    return x + 1

@torch.compile(backend=backend)
def step(x, cache):
    cache.add_(x)
    return cache * 2

with open(__file__) as program:
    line = [line.strip() for line in program].index("cache.add_(x)") + 1
with depyf.prepare_debug("dump"):
    step(torch.ones(4), torch.ones(4))
step(torch.ones(4), torch.ones(4))
"""


@pytest.mark.parametrize("with_line", [True, False])
def test_a_function_without_cuda_graphs_is_a_finding_and_the_log_stays(
    run_program, with_line
):
    done = run_program(PROGRAM.replace("WITH_LINE", str(with_line)))
    (one,) = json.loads(done.read("summary.json"))["findings"]
    assert (one["rule"], one["subject"]) == ("cuda-graph-writes", "step")
    assert ("line" in one) is with_line
    assert done.from_depyf == []
    assert done.stderr.count("skipping cudagraphs due to mutated inputs") == 2
