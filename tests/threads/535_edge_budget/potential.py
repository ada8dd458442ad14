import math

import torch
import torch.nn as nn


class RadialBasis(nn.Module):
    def __init__(self, count, cutoff):
        super().__init__()
        self.cutoff = cutoff
        self.register_buffer("centers", torch.linspace(0.3, cutoff, count))

    def forward(self, r):
        envelope = 0.5 * (1.0 + torch.cos(math.pi * (r / self.cutoff).clamp(max=1.0)))
        return torch.exp(-4.0 * (r.unsqueeze(-1) - self.centers).square()) * envelope.unsqueeze(-1)


class PairPotential(nn.Module):
    def __init__(self, width=16, basis=8, cutoff=2.0):
        super().__init__()
        self.basis = RadialBasis(basis, cutoff)
        self.filter = nn.Linear(basis, width, bias=False)
        self.out = nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1, bias=False))

    def forward(self, pos, edge_index):
        src, dst = edge_index[0], edge_index[1]
        r = (pos[src] - pos[dst]).square().sum(dim=-1).clamp(min=1e-6).sqrt()
        messages = self.filter(self.basis(r))
        nodes = pos.new_zeros(pos.shape[0], messages.shape[1]).index_add(0, dst, messages)
        return self.out(nodes).sum()
