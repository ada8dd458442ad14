from functools import partial

import torch
from torch import nn


def scaled(x, power):
    return torch.tanh(x) ** power


class Block(nn.Module):
    def __init__(self, width, activation):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.activation = activation

    def forward(self, x):
        return x + self.activation(self.linear(x))


def main():
    torch.manual_seed(0)
    blocks = nn.ModuleList(
        Block(8, partial(scaled, power=i)) for i in range(1, 11)
    )
    for block in blocks:
        block.compile(backend="eager")
    x = torch.randn(2, 8)
    with torch.no_grad():
        for _ in range(2):
            for block in blocks:
                x = block(x)
    print(tuple(x.shape))


main()
