"""A counter, a buffer, a helper that tests a tensor, and a `nonzero()`."""

import torch
from torch import nn


def normalize(x, eps):
    if x.isnan().any():
        x = torch.nan_to_num(x)
    return x / (x.norm() + eps)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = 0
        self.register_buffer("mean", torch.zeros(8))

    def forward(self, x):
        self.steps += 1
        x = x - self.mean
        y = normalize(x, 1e-6)
        hits = (y > 0.5).nonzero()
        return y.sum() + hits.sum() * self.steps


def main():
    torch.manual_seed(0)
    net = torch.compile(Net(), backend="eager")
    for _ in range(3):
        y = net(torch.randn(4, 8))
    print(y.dim())


main()
