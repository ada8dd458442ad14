import torch
from torch import nn


class AtomMixer(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.lift = nn.Linear(width, hidden)
        self.msg = nn.Linear(hidden, hidden, bias=False)

    def forward(self, x):
        h = torch.nn.functional.silu(self.lift(x))
        live = (x.abs().sum(-1, keepdim=True) > 0).to(h.dtype)
        pooled = (h * live).sum(0, keepdim=True) / live.sum().clamp(min=1.0)
        return (h + self.msg(pooled)) * live


class ThreeBody(nn.Module):
    """Energy of a trimer from its three monomers and their mutual distances."""

    def __init__(self, width, hidden=16):
        super().__init__()
        self.mixer = AtomMixer(width, hidden)
        self.pair = nn.Bilinear(hidden, hidden, 1)
        self.triple = nn.Linear(hidden, 1)

    def pair_term(self, a, b, r):
        return self.pair(a.sum(0, keepdim=True), b.sum(0, keepdim=True)).squeeze() * torch.exp(-r)

    def forward(self, x, y, z, dist):
        hx, hy, hz = self.mixer(x), self.mixer(y), self.mixer(z)
        two = (self.pair_term(hx, hy, dist[0]) + self.pair_term(hy, hz, dist[1])
               + self.pair_term(hx, hz, dist[2]))
        three = self.triple(hx.sum(0) * hy.sum(0) * hz.sum(0)).squeeze()
        return two + three * torch.exp(-dist.sum())
