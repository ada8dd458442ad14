import time

import torch
from torch import nn


class Timer:
    spent = {}

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        self.start = time.perf_counter()

    def __exit__(self, *_):
        self.spent[self.name] = time.perf_counter() - self.start


class Loss(nn.Module):
    def advantage(self, rewards):
        with Timer("advantage"):
            return rewards - rewards.mean()

    def forward(self, values, rewards):
        return (values - self.advantage(rewards)).square().mean()


def main():
    torch.manual_seed(0)
    loss = torch.compile(Loss(), backend="eager")
    for _ in range(3):
        y = loss(torch.randn(4), torch.randn(4))
    print(round(y.item(), 4))


main()
