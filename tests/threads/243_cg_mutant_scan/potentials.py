"""Energy terms: harmonic priors over the topology and a learned pair network."""
import dataclasses

import torch
from torch import nn


class HarmonicBonds(nn.Module):
    name = "bonds"

    def __init__(self, k=12.0, r0=1.55):
        super().__init__()
        self.k, self.r0 = k, r0

    def forward(self, data):
        i, j = data.neighbor_list["bonds"].index
        r = (data.pos[i] - data.pos[j]).norm(dim=1)
        return 0.5 * self.k * (r - self.r0).square().sum()


class TorsionPrior(nn.Module):
    name = "torsions"

    def __init__(self, k=0.8):
        super().__init__()
        self.k = k

    def forward(self, data):
        total = data.pos.new_zeros(())
        for key, nl in data.neighbor_list.items():
            if nl.order != 4:
                continue
            a, b, c, d = data.pos[nl.index]
            n1 = torch.linalg.cross(b - a, c - b)
            n2 = torch.linalg.cross(c - b, d - c)
            cos = (n1 * n2).sum(1) / (n1.norm(dim=1) * n2.norm(dim=1) + 1e-6)
            total = total + self.k * (1.0 + cos).sum()
        return total


class PairNet(nn.Module):
    name = "pairnet"

    def __init__(self, n_types, width=16, n_rbf=12, cutoff=4.0):
        super().__init__()
        self.embed = nn.Embedding(n_types, width)
        self.filters = nn.Sequential(nn.Linear(n_rbf, width), nn.SiLU(), nn.Linear(width, width))
        self.readout = nn.Sequential(nn.Linear(width, width), nn.SiLU(), nn.Linear(width, 1))
        self.register_buffer("centers", torch.linspace(0.5, cutoff, n_rbf))
        self.cutoff = cutoff

    def weights(self, data, dist):
        given = data.neighbor_list.get(self.name)
        cutoff = self.cutoff if given is None else min(self.cutoff, given.cutoff)
        switch = 0.5 * (torch.cos(dist * (torch.pi / cutoff)) + 1.0) * (dist < cutoff)
        return switch * (1.0 - torch.eye(dist.shape[0]))

    def forward(self, data):
        delta = data.pos[:, None] - data.pos[None]
        dist = (delta.square().sum(-1) + 1e-8).sqrt()
        rbf = torch.exp(-4.0 * (dist[..., None] - self.centers).square())
        w = self.filters(rbf) * self.weights(data, dist)[..., None]
        h = self.embed(data.types)
        h = h + (w * h[None]).sum(1)
        return self.readout(h).sum()


class SumOut(nn.Module):
    def __init__(self, models):
        super().__init__()
        self.names = [m.name for m in models]
        self.models = nn.ModuleList(models)

    def forward(self, data):
        total = data.pos.new_zeros(())
        for name, model in zip(self.names, self.models):
            total = total + model(data)
        return total


def energy_and_forces(model, data):
    data = dataclasses.replace(data, pos=data.pos.detach().requires_grad_(True))
    energy = model(data)
    (grad,) = torch.autograd.grad(energy, data.pos)
    return energy.detach(), -grad
