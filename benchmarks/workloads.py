"""The programs that are timed, each run in a process of its own.

    python benchmarks/workloads.py toy DIRECTORY     under depyf, dumping there
    python benchmarks/workloads.py toy               plain

The last line it prints is a record: the seconds of processor time (of the process and
the compilers it starts, which a busy machine leaves alone) of opening the block, of the
program inside it and of closing it with the report; how many of the seconds went into
collecting; the most memory it had.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
import time
from contextlib import nullcontext
from typing import Callable

import torch
import torch._dynamo


def toy(backend: str = "inductor") -> Callable[[], None]:
    """The announcement's program: one graph break, three graphs, inference."""

    @torch.compile(backend=backend)
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


def bert(backend: str = "inductor", layers: int = 12) -> Callable[[], None]:
    """Training steps of a tiny BERT with random weights, at three lengths."""
    from transformers import BertConfig, BertForMaskedLM

    config = BertConfig(
        vocab_size=128,
        hidden_size=32,
        num_hidden_layers=layers,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=32,
    )
    return training(BertForMaskedLM, config, backend, lengths=(16, 20, 24))


def llama(backend: str = "inductor", layers: int = 12) -> Callable[[], None]:
    """Three training steps of a tiny Llama with random weights."""
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=128,
        hidden_size=16,
        num_hidden_layers=layers,
        num_attention_heads=2,
        num_key_value_heads=1,
        intermediate_size=32,
        max_position_embeddings=32,
        use_cache=False,
    )
    return training(LlamaForCausalLM, config, backend, lengths=(16, 16, 16))


def training(
    kind: Callable[..., torch.nn.Module],
    config: object,
    backend: str,
    lengths: tuple[int, ...],
) -> Callable[[], None]:
    """A training step of a language model for each length of a sequence."""
    torch.manual_seed(0)
    model = kind(config).train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    compiled = torch.compile(model, backend=backend)

    def run() -> None:
        for length in lengths:
            tokens = torch.randint(3, 128, (2, length))
            loss = compiled(input_ids=tokens, labels=tokens).loss
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()

    return run


def loop() -> Callable[[], None]:
    """A training loop: compiled model, clipping, optimizer step and moving average."""
    layer = torch.nn.TransformerEncoderLayer(32, 4, 64, 0.1, "gelu", batch_first=True)
    model = torch.nn.TransformerEncoder(layer, 4, enable_nested_tensor=False)
    average = [parameter.detach().clone() for parameter in model.parameters()]
    forward = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

    @torch.compile(backend="eager")
    def step() -> None:
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()

    @torch.compile(backend="eager")
    @torch.no_grad()
    def follow(decay: float) -> None:
        for kept, new in zip(average, model.parameters()):
            kept.lerp_(new, 1 - decay)

    def run() -> None:
        for number in range(5):
            forward(torch.randn(4, 16, 32)).square().mean().backward()
            step()
            optimizer.zero_grad()
            follow(min(0.99, (1 + number) / (10 + number)))

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
    "toy-eager": lambda: toy("eager"),
    "bert-eager": lambda: bert("eager"),
    "bert-aot_eager": lambda: bert("aot_eager"),
    "llama-eager": lambda: llama("eager"),
    "llama-aot_eager": lambda: llama("aot_eager"),
    "llama-50-eager": lambda: llama("eager", 50),
    "loop": loop,
    "many-eager": many,
    "toy": toy,
    "bert": lambda: bert(layers=2),
    "llama": llama,
}


class Clock:
    """Processor time of this process and its finished children, and the collector's."""

    def __init__(self) -> None:
        self.collecting = 0.0
        self._begin = 0.0
        gc.callbacks.append(self._collector)

    def _collector(self, phase: str, _: object) -> None:
        now = time.process_time()
        if phase == "start":
            self._begin = now
        else:
            self.collecting += now - self._begin

    @staticmethod
    def seconds() -> float:
        """Return the processor time so far."""
        total = 0.0
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
            usage = resource.getrusage(who)
            total += usage.ru_utime + usage.ru_stime
        return total


def main() -> None:
    """Runs one workload and prints its times."""
    run = WORKLOADS[sys.argv[1]]()
    clock = Clock()
    moments = [clock.seconds()]
    if len(sys.argv) > 2:
        import depyf

        capture = depyf.prepare_debug(sys.argv[2])
    else:
        capture = nullcontext()
    with capture:
        moments.append(clock.seconds())
        run()
        moments.append(clock.seconds())
    moments.append(clock.seconds())
    opening, inside, closing = (b - a for a, b in zip(moments, moments[1:]))
    record = {
        "opening": opening,
        "inside": inside,
        "closing": closing,
        "collecting": clock.collecting,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(json.dumps(record))


if __name__ == "__main__":
    main()
