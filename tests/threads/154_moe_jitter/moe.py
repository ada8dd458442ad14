import torch
from torch import nn

from router import Router, balance


class Expert(nn.Module):
    scale = 2

    def __init__(self, dim):
        super().__init__()
        self.up = nn.Linear(dim, self.scale * dim)
        self.down = nn.Linear(self.scale * dim, dim)

    def forward(self, x):
        return self.down(nn.functional.silu(self.up(x)))


class MoEBlock(nn.Module):
    def __init__(self, dim, experts):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.router = Router(dim, experts)
        self.experts = nn.ModuleList(Expert(dim) for _ in range(experts))

    def mix(self, x, weight, index):
        out = torch.zeros_like(x)
        for e, expert in enumerate(self.experts):
            share = (weight * (index == e)).sum(-1, keepdim=True)
            out = out + share * expert(x)
        return out

    def forward(self, x, noise):
        h = self.norm(x)
        weight, index, logits = self.router(h, noise)
        return x + self.mix(h, weight, index), balance(logits, index)


class MoENet(nn.Module):
    def __init__(self, dim=8, experts=3, depth=2):
        super().__init__()
        self.inp = nn.Linear(4, dim)
        self.blocks = nn.ModuleList(MoEBlock(dim, experts) for _ in range(depth))
        self.out = nn.Linear(dim, 1)

    def forward(self, x, noise):
        h, aux = self.inp(x), 0.0
        for block in self.blocks:
            h, extra = block(h, noise)
            aux = aux + extra
        return self.out(h).squeeze(-1), aux
