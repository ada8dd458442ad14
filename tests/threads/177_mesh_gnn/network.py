import torch
from torch import nn

from meshtools import gather_scatter


class Block(nn.Module):
    """Message passing with a residual which gets weaker with depth."""

    def __init__(self, width, index):
        super().__init__()
        self.index = index
        self.msg = nn.Linear(width, width)
        self.upd = nn.Linear(2 * width, width)
        self.norm = nn.LayerNorm(width)

    def damping(self):
        return 1.0 / (1 + self.index) ** 0.5

    def forward(self, h, mesh):
        m = gather_scatter(torch.relu(self.msg(h)), mesh.edges, mesh.num_nodes, reduce="mean")
        u = self.upd(torch.cat([self.norm(h), m], dim=-1))
        return h + self.damping() * torch.tanh(u)


class Simulator(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.embed = nn.Linear(1, width)
        self.blocks = nn.ModuleList(Block(width, i) for i in range(depth))
        self.read = nn.Linear(width, 1)

    def forward(self, t, mesh):
        h = self.embed(t)
        for block in self.blocks:
            h = block(h, mesh)
        return self.read(h)
