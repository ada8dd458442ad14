import torch
from torch import nn
import torch.nn.functional as F

from segments import same_segment, segment_count, segment_mean, segment_sum


class RadialBasis(nn.Module):
    def __init__(self, n=8, cutoff=5.0):
        super().__init__()
        self.cutoff = cutoff
        self.register_buffer("centers", torch.linspace(0.5, cutoff, n))

    def forward(self, dist):
        envelope = 0.5 * (torch.cos(torch.pi * dist / self.cutoff) + 1.0) * (dist < self.cutoff)
        return torch.exp(-((dist[..., None] - self.centers) ** 2)) * envelope[..., None]


class ChargeEquilibration(nn.Module):
    """Shifts the atomic charges so that each molecule has its total charge."""

    def forward(self, q, mol_idx, total):
        n = total.shape[0]
        excess = segment_mean(q, mol_idx, n)
        share = total / segment_count(mol_idx, n).clamp(min=1)
        return q + (share - excess)[mol_idx]


class EnergyModel(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.embed = nn.Embedding(10, dim)
        self.basis = RadialBasis()
        self.filter = nn.Linear(8, dim)
        self.charge_head = nn.Linear(dim, 1)
        self.energy_head = nn.Linear(dim + 1, 1)
        self.equilibrate = ChargeEquilibration()

    def forward(self, batch):
        x = self.embed(batch.numbers)
        mask = same_segment(batch.mol_idx)
        diff = batch.coords[:, None] - batch.coords[None, :]
        dist = (diff.pow(2).sum(-1) + 1e-6).sqrt()
        weights = self.filter(self.basis(dist)) * mask[..., None]
        x = F.silu(x + torch.einsum("ijd,jd->id", weights, x))
        q = self.equilibrate(self.charge_head(x)[:, 0], batch.mol_idx, batch.charge)
        atomic = self.energy_head(torch.cat([x, q[:, None]], dim=-1))[:, 0]
        return segment_sum(atomic, batch.mol_idx, batch.num_molecules), q
