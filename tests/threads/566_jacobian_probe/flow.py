import torch
from torch import nn


class VectorField(nn.Module):
    def __init__(self, dim=4, hidden=24):
        super().__init__()
        self.inner = nn.Linear(dim, hidden)
        self.outer = nn.Linear(hidden, dim)
        self.decay = nn.Parameter(torch.full((dim,), 0.5))

    def forward(self, x):
        return self.outer(torch.tanh(self.inner(x))) - self.decay * x


def build(dim=4, seed=8):
    torch.manual_seed(seed)
    return VectorField(dim)


def fast(field):
    return torch.compile(field, backend="inductor")
