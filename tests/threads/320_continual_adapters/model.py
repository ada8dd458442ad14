import torch
from torch import nn


class AdapterBlock(nn.Module):
    def __init__(self, dim, bottleneck):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))
        self.down = nn.Linear(dim, bottleneck)
        self.up = nn.Linear(bottleneck, dim)

    def forward(self, x):
        base = x + self.mlp(self.norm(x))
        return base + self.up(torch.relu(self.down(base)))


class MultiHeadNet(nn.Module):
    def __init__(self, inputs, dim=24, depth=4, bottleneck=6):
        super().__init__()
        self.dim = dim
        self.project = nn.Sequential(nn.Linear(inputs, dim), nn.Tanh())
        self.blocks = nn.ModuleList(AdapterBlock(dim, bottleneck) for _ in range(depth))
        self.heads = nn.ModuleDict()

    def add_task(self, name, classes):
        self.heads[name] = nn.Linear(self.dim, classes)
        return self.heads[name]

    def features(self, x):
        h = self.project(x)
        for block in self.blocks:
            h = block(h)
        return h

    def forward(self, x, task):
        return self.heads[task](self.features(x))
