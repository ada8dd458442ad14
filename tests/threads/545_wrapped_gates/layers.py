import torch
from torch import nn

from virtual import scale_parameters


class GatedBlock(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.up = scale_parameters(nn.Linear(dim, hidden))
        self.gate = scale_parameters(nn.Linear(dim, hidden))
        self.down = nn.Linear(hidden, dim)

    def forward(self, x):
        h = self.norm(x)
        return x + self.down(torch.sigmoid(self.gate(h)) * self.up(h))


class Regressor(nn.Module):
    def __init__(self, dim=16, hidden=24, depth=5):
        super().__init__()
        self.stem = nn.Linear(dim, dim)
        self.blocks = nn.ModuleList(GatedBlock(dim, hidden) for _ in range(depth))
        self.head = nn.Linear(dim, 1)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x).squeeze(-1)
