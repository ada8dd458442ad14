import torch
from torch import nn

from tracing import instrument


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


@instrument
def gated(x, gate):
    return x * torch.sigmoid(gate)


class GatedBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = RMSNorm(dim)
        self.inner = nn.Linear(dim, 2 * dim)
        self.outer = nn.Linear(dim, dim)

    def forward(self, x):
        value, gate = self.inner(self.norm(x)).chunk(2, dim=-1)
        return x + self.outer(gated(value, gate))
