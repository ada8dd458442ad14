import torch
import torch.nn as nn
from readout import Readout, segment_sum


class RadialBasis(nn.Module):
    def __init__(self, num=8, cutoff=4.0):
        super().__init__()
        self.register_buffer("centers", torch.linspace(0.0, cutoff, num))
        self.gamma = num / cutoff

    def forward(self, dist):
        return torch.exp(-self.gamma * (dist.unsqueeze(-1) - self.centers).square())


class Interaction(nn.Module):
    def __init__(self, dim, num_basis):
        super().__init__()
        self.filter = nn.Sequential(nn.Linear(num_basis, dim), nn.SiLU(), nn.Linear(dim, dim))
        self.update = nn.Linear(dim, dim)

    def forward(self, x, edge_index, basis):
        src, dst = edge_index
        agg = segment_sum(x[src] * self.filter(basis), dst, x.shape[0])
        return x + torch.nn.functional.silu(self.update(agg))


class SchNetLite(nn.Module):
    def __init__(self, dim=16, layers=2, num_basis=8, readout="both"):
        super().__init__()
        self.embed = nn.Embedding(10, dim)
        self.basis = RadialBasis(num_basis)
        self.layers = nn.ModuleList(Interaction(dim, num_basis) for _ in range(layers))
        self.readout = Readout(dim, readout)

    def forward(self, data):
        src, dst = data.edge_index
        basis = self.basis((data.pos[src] - data.pos[dst]).norm(dim=-1))
        x = self.embed(data.z)
        for layer in self.layers:
            x = layer(x, data.edge_index, basis)
        return self.readout(x, data)
