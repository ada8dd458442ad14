"""The programs that are timed, each run in a process of its own.

    python benchmarks/workloads.py toy DIRECTORY     under depyf, dumping there
    python benchmarks/workloads.py toy               plain

Prints the seconds from the first call that compiles to the end, the opening and the
closing of the capture included, the import of torch and of the model excluded.
"""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from typing import Callable

import torch._dynamo

import torch


def toy() -> Callable[[], None]:
    """The announcement's program: one graph break, three graphs, inference."""

    @torch.compile
    def toy_example(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        x = a / (torch.abs(a) + 1)
        if b.sum() < 0:
            b = b * -1
        return x * b

    def run() -> None:
        torch.manual_seed(0)
        for _ in range(100):
            toy_example(torch.randn(10), torch.randn(10))

    return run


def bert() -> Callable[[], None]:
    """Three training steps of a tiny BERT with random weights."""
    from transformers import BertConfig, BertForMaskedLM

    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=128,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=32,
    )
    model = BertForMaskedLM(config).train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    compiled = torch.compile(model)
    tokens = torch.randint(0, 128, (2, 16))

    def run() -> None:
        for _ in range(3):
            loss = compiled(input_ids=tokens, labels=tokens).loss
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()

    return run


WORKLOADS = {"toy": toy, "bert": bert}


def main() -> None:
    """Runs one workload and prints its time."""
    run = WORKLOADS[sys.argv[1]]()
    start = time.perf_counter()
    if len(sys.argv) > 2:
        import depyf

        capture = depyf.prepare_debug(sys.argv[2])
    else:
        capture = nullcontext()
    with capture:
        run()
    print(time.perf_counter() - start)


if __name__ == "__main__":
    main()
