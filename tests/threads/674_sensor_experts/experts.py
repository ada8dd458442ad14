import torch
from torch import nn

from routing import TopKRouter, assignment


class Expert(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)

    def forward(self, x):
        return self.down(torch.nn.functional.silu(self.up(x)))


class SparseLayer(nn.Module):
    def __init__(self, width, hidden=24, experts=4, k=2):
        super().__init__()
        self.router = TopKRouter(width, experts, k)
        self.experts = nn.ModuleList(Expert(width, hidden) for _ in range(experts))

    def forward(self, x):
        weights, chosen = self.router(x)
        mask, busy = assignment(chosen, len(self.experts))
        share = torch.einsum("ekn,nk->en", mask.to(weights.dtype), weights)
        out = torch.zeros_like(x)
        for index in busy:
            out = out + share[index].unsqueeze(-1) * self.experts[index](x)
        return x + out
