"""Pairwise neural potential on a fixed set of atoms."""
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class PotentialConfig:
    n_species: int = 3
    n_basis: int = 12
    hidden: int = 24
    cutoff: float = 4.0


class CosineCutoff(nn.Module):
    def __init__(self, cutoff):
        super().__init__()
        self.cutoff = cutoff

    def forward(self, dist):
        return 0.5 * (torch.cos(dist * torch.pi / self.cutoff) + 1.0) * (dist < self.cutoff)


class RadialBasis(nn.Module):
    def __init__(self, n_basis, cutoff):
        super().__init__()
        self.register_buffer("centers", torch.linspace(0.5, cutoff, n_basis))
        self.width = (cutoff - 0.5) / n_basis

    def forward(self, dist):
        return torch.exp(-(((dist[..., None] - self.centers) / self.width) ** 2))


class PairPotential(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = nn.Embedding(cfg.n_species, cfg.n_basis)
        self.basis = RadialBasis(cfg.n_basis, cfg.cutoff)
        self.envelope = CosineCutoff(cfg.cutoff)
        self.net = nn.Sequential(nn.Linear(cfg.n_basis, cfg.hidden), nn.SiLU(), nn.Linear(cfg.hidden, 1))

    def forward(self, species, pairs, pos):
        i, j = pairs
        dist = (pos[:, i] - pos[:, j]).square().sum(-1).sqrt()
        e = self.embed(species)
        pair = self.net(self.basis(dist) * e[i] * e[j]).squeeze(-1)
        return (pair * self.envelope(dist)).sum(-1)
