import torch
from torch import nn

from scatter import scatter


class RadialBasis(nn.Module):
    def __init__(self, count=8, cutoff=4.0):
        super().__init__()
        self.register_buffer("centers", torch.linspace(0.0, cutoff, count))

    def forward(self, dist):
        return torch.exp(-(dist[:, None] - self.centers).pow(2))


class Interaction(nn.Module):
    def __init__(self, dim, n_basis, reduce):
        super().__init__()
        self.reduce = reduce
        self.message = nn.Sequential(nn.Linear(2 * dim + n_basis, dim), nn.SiLU(), nn.Linear(dim, dim))
        self.update = nn.Sequential(nn.Linear(2 * dim, dim), nn.SiLU())

    def forward(self, x, edge_index, basis):
        src, dst = edge_index[0], edge_index[1]
        m = self.message(torch.cat([x[src], x[dst], basis], dim=-1))
        agg = scatter(m, dst, dim_size=x.shape[0], reduce=self.reduce)
        return x + self.update(torch.cat([x, agg], dim=-1))


class Readout(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, dim), nn.SiLU(), nn.Linear(dim, 1))

    def forward(self, x, batch):
        return scatter(self.net(x), batch, reduce="mean").squeeze(-1)


class PiNet(nn.Module):
    def __init__(self, dim=24, depth=2):
        super().__init__()
        self.embed, self.rbf = nn.Embedding(8, dim), RadialBasis()
        self.layers = nn.ModuleList(Interaction(dim, 8, "sum") for _ in range(depth))
        self.readout = Readout(dim)

    def forward(self, z, pos, edge_index, batch, num_graphs):
        dist = (pos[edge_index[0]] - pos[edge_index[1]]).norm(dim=-1)
        x, basis = self.embed(z), self.rbf(dist)
        for layer in self.layers:
            x = layer(x, edge_index, basis)
        return self.readout(x, batch) / num_graphs ** 0.5
