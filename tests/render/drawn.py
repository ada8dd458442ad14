"""A program with what drawings must show: breaks, entries, a limit, equal layers.

`tests.render.record_drawn` records it as the journal ``breaks_and_recompiles``.
"""

from __future__ import annotations

import torch

torch._dynamo.config.automatic_dynamic_shapes = False
torch._dynamo.config.recompile_limit = 10


@torch.compile(backend="eager")
def three(x):
    y = x * 2
    print("first", end="")
    y = torch.relu(y + 1)
    print("second", end="")
    y = y.sum(-1)
    if y.mean() > 0:
        y = y - 1
    else:
        y = y + 1
        y = y / 3
    return y * x.shape[0]


@torch.compile(backend="eager")
def in_loop(x, n):
    for i in range(n):
        x = torch.sin(x)
        torch._dynamo.graph_break()
        x = x + i
    return x * 2


@torch.compile(backend="eager")
def scaled(x, factor):
    return (x * factor).relu().sum()


@torch.compile(backend="eager")
def limited(x, n):
    return x + n


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(8, 16)
        self.outer = torch.nn.Linear(16, 8)

    def forward(self, x):
        return x + self.outer(torch.relu(self.inner(x)))


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(Block() for _ in range(8))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


for sign in (1, -1, 1):
    three(torch.ones(4, 8) * sign)
in_loop(torch.randn(4), 3)
for factor in (2, 3, 2):
    scaled(torch.randn(4), factor)
for n in range(12):
    limited(torch.randn(4), n)
torch.compile(Net(), backend="eager")(torch.randn(2, 8))
