"""Twelve blocks, each compiled on its own, which differ in an integer attribute."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, idx):
        super().__init__()
        self.idx = idx
        self.linear = nn.Linear(16, 16)

    def forward(self, x):
        return torch.relu(self.linear(x)) * (self.idx + 1) / 12 + x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Block(i) for i in range(12))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def main():
    torch.manual_seed(0)
    model = Model()
    for block in model.layers:
        block.compile(backend="eager")
    for _ in range(3):
        y = model(torch.randn(4, 16))
    print(tuple(y.shape))


main()
