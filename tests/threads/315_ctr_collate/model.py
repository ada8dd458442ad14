import torch
from torch import nn

from logs import FIELDS


class FactorizationMachine(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.tables = nn.ModuleDict({n: nn.Embedding(c, dim) for n, c in FIELDS.items()})
        self.bias = nn.ModuleDict({n: nn.Embedding(c, 1) for n, c in FIELDS.items()})
        self.offset = nn.Parameter(torch.zeros(1))

    def embed(self, ids):
        vecs, linear = [], []
        for name, column in ids.items():
            vecs.append(self.tables[name](column))
            linear.append(self.bias[name](column))
        return torch.stack(vecs, dim=1), torch.stack(linear, dim=1)

    def forward(self, ids):
        vecs, linear = self.embed(ids)
        square = vecs.sum(1).pow(2)
        pair = 0.5 * (square - vecs.pow(2).sum(1)).sum(-1)
        return self.offset + linear.sum((1, 2)) + pair
