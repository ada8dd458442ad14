import torch
from torch import nn


class HeteroEncoder(nn.Module):
    """One projection per node type, summed into a single vector."""

    def __init__(self, widths, dim):
        super().__init__()
        self.project = nn.ModuleDict({k: nn.Linear(w, dim, bias=False) for k, w in widths.items()})

    def forward(self, x_dict):
        total = 0.0
        for kind, x in x_dict.items():
            total = total + torch.tanh(self.project[kind](x)).sum(0)
        return total


class Regressor(nn.Module):
    def __init__(self, widths, dim=12):
        super().__init__()
        self.encoder = HeteroEncoder(widths, dim)
        self.extras = {"dropout": 0.0, "norm": True}
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, 1)

    def forward(self, x_dict):
        h = self.encoder(x_dict)
        if self.extras["norm"]:
            h = self.norm(h)
        return self.head(torch.relu(h)).squeeze(-1)
