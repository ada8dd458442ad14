import torch
from torch import nn

from geolite.nn import degree, propagate
from geolite.pool import mean_pool


class GINLayer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Linear(dim, dim))
        self.eps = nn.Parameter(torch.zeros(()))
        self.virtual = nn.Linear(dim, dim)

    def forward(self, x, edges, index):
        x = self.mlp((1 + self.eps) * x + propagate(x, edges))
        return torch.relu(x + self.virtual(mean_pool(x, index))[index])


class VirtualGIN(nn.Module):
    def __init__(self, dim, layers):
        super().__init__()
        self.inp = nn.Linear(1, dim)
        self.layers = nn.ModuleList(GINLayer(dim) for _ in range(layers))
        self.out = nn.Linear(dim, 1)

    def forward(self, b):
        x = self.inp(degree(b.edges, b.index.shape[0])[:, None])
        for layer in self.layers:
            x = layer(x, b.edges, b.index)
        return self.out(mean_pool(x, b.index, b.num_graphs))[:, 0]
