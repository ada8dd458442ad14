from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class Structure:
    positions: torch.Tensor
    cell: torch.Tensor
    species: torch.Tensor
    pairs: torch.Tensor

    @property
    def volume(self):
        return torch.linalg.det(self.cell).abs()


def cubic_crystal(n, spacing, jitter, generator):
    grid = torch.cartesian_prod(*[torch.arange(n)] * 3).float() * spacing
    positions = grid + jitter * torch.randn(grid.shape, generator=generator)
    cell = torch.eye(3) * n * spacing
    species = torch.arange(len(grid)) % 2
    pairs = torch.triu_indices(len(grid), len(grid), offset=1)
    return Structure(positions, cell, species, pairs)


class PairPotential(nn.Module):
    def __init__(self, species=2, width=16, cutoff=6.0):
        super().__init__()
        self.cutoff = cutoff
        self.embed = nn.Embedding(species, 8)
        self.register_buffer("centers", torch.linspace(1.0, cutoff, 12))
        self.mlp = nn.Sequential(nn.Linear(12 + 8, width), nn.SiLU(), nn.Linear(width, 1))

    def envelope(self, r):
        return torch.where(r < self.cutoff, 0.5 * (torch.cos(torch.pi * r / self.cutoff) + 1.0), 0.0)

    def forward(self, positions, strain, cell, species, pairs):
        deform = torch.eye(3) + 0.5 * (strain + strain.T)
        positions, cell = positions @ deform, cell @ deform
        delta = positions[pairs[1]] - positions[pairs[0]]
        shift = torch.round(delta @ torch.linalg.inv(cell)).detach()
        r = (delta - shift @ cell).norm(dim=-1)
        basis = torch.exp(-((r[:, None] - self.centers) ** 2))
        kinds = self.embed(species[pairs[0]]) * self.embed(species[pairs[1]])
        return (self.mlp(torch.cat([basis, kinds], -1)).squeeze(-1) * self.envelope(r)).sum()
