import torch
from torch import nn


class Regressor(nn.Module):
    def __init__(self, features, hidden=20):
        super().__init__()
        self.inp = nn.Linear(features, hidden)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.out(torch.tanh(self.inp(x)))


def huber(pred, target, delta=0.5):
    gap = (pred - target).abs()
    inner = 0.5 * gap * gap
    outer = delta * (gap - 0.5 * delta)
    return torch.where(gap < delta, inner, outer).mean()


def make_step(model, backend):
    def objective(x, y):
        return huber(model(x), y)
    return torch.compile(objective, backend=backend)
