"""The programs that are timed, each run in a process of its own.

    python benchmarks/workloads.py toy DIRECTORY     under depyf, dumping there
    python benchmarks/workloads.py toy               plain

Prints three numbers. The first two are for the time from before the first call that
compiles to the end, importing depyf, opening and closing the capture and writing the
report included, the import of torch and the making of the model excluded: the seconds
on the clock, and the seconds of processor time of the process and the compilers it
starts. The second is what a busy machine leaves alone. The third is the processor time
of the program inside the block: what compiling takes.
"""

from __future__ import annotations

import resource
import sys
import time
from contextlib import nullcontext
from typing import Callable

import torch
import torch._dynamo


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


def bert(backend: str = "inductor") -> Callable[[], None]:
    """Three training steps of a tiny BERT with random weights."""
    from transformers import BertConfig, BertForMaskedLM

    config = BertConfig(
        vocab_size=128,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=32,
    )
    return training(BertForMaskedLM, config, backend)


def llama(backend: str = "inductor") -> Callable[[], None]:
    """Three training steps of a Llama with 24 tiny layers with random weights."""
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=128,
        hidden_size=16,
        num_hidden_layers=24,
        num_attention_heads=2,
        num_key_value_heads=1,
        intermediate_size=32,
        max_position_embeddings=32,
        use_cache=False,
    )
    return training(LlamaForCausalLM, config, backend)


def training(
    kind: Callable[..., torch.nn.Module], config: object, backend: str
) -> Callable[[], None]:
    """Three training steps of a language model."""
    torch.manual_seed(0)
    model = kind(config).train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    compiled = torch.compile(model, backend=backend)
    tokens = torch.randint(3, 128, (2, 16))

    def run() -> None:
        for _ in range(3):
            loss = compiled(input_ids=tokens, labels=tokens).loss
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()

    return run


def many(graphs: int = 1000) -> Callable[[], None]:
    """A thousand small functions, each compiled once."""

    def run() -> None:
        for number in range(graphs):
            namespace: dict[str, Callable[..., torch.Tensor]] = {}
            exec(f"def f{number}(x):\n    return (x * {number}).sin()", namespace)
            compiled = torch.compile(namespace[f"f{number}"], backend="eager")
            compiled(torch.ones(2))

    return run


WORKLOADS = {
    "toy": toy,
    "bert": bert,
    "bert-eager": lambda: bert("eager"),
    "llama": llama,
    "llama-eager": lambda: llama("eager"),
    "many-eager": many,
}


def processor_seconds() -> float:
    """Processor time of this process and its finished children."""
    total = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(who)
        total += usage.ru_utime + usage.ru_stime
    return total


def main() -> None:
    """Runs one workload and prints its times."""
    run = WORKLOADS[sys.argv[1]]()
    start, processor_start = time.perf_counter(), processor_seconds()
    if len(sys.argv) > 2:
        import depyf

        capture = depyf.prepare_debug(sys.argv[2])
    else:
        capture = nullcontext()
    with capture:
        inside = processor_seconds()
        run()
        inside = processor_seconds() - inside
    spent = processor_seconds() - processor_start
    print(time.perf_counter() - start, spent, inside)


if __name__ == "__main__":
    main()
