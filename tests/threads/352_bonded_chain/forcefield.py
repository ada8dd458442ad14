import torch
from torch import nn


class HarmonicBonds(nn.Module):
    def __init__(self, top, k=80.0, r0=1.0):
        super().__init__()
        self.k, self.r0 = k, r0
        self.register_buffer("pairs", top.bonds)
        self.register_buffer("incidence", top.incidence)

    def forward(self, pos):
        d = torch.sparse.mm(self.incidence, pos)
        r = d.norm(dim=1, keepdim=True)
        tension = -self.k * (r - self.r0) * d / r
        energy = 0.5 * self.k * (r - self.r0).square().sum()
        return energy, torch.sparse.mm(self.incidence.t(), tension)


class SoftRepulsion(nn.Module):
    def __init__(self, top, eps=1.0, sigma=0.9):
        super().__init__()
        self.eps, self.sigma = eps, sigma
        self.register_buffer("excluded", top.excluded)

    def forward(self, pos):
        d = pos[:, None] - pos[None]
        r2 = d.square().sum(-1) + self.excluded
        w = self.eps * torch.exp(-r2 / self.sigma**2).masked_fill(self.excluded, 0.0)
        return 0.5 * w.sum(), (2 * w / self.sigma**2)[..., None].mul(d).sum(1)


class ForceField(nn.Module):
    def __init__(self, top):
        super().__init__()
        self.terms = nn.ModuleList([SoftRepulsion(top), HarmonicBonds(top)])

    def forward(self, pos):
        total, force = pos.new_zeros(()), torch.zeros_like(pos)
        for term in self.terms:
            e, f = term(pos)
            total, force = total + e, force + f
        return total, force
