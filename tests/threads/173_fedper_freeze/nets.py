import torch
from torch import nn


class Adapter(nn.Module):
    def __init__(self, dim, rank=4):
        super().__init__()
        self.down = nn.Linear(dim, rank)
        self.up = nn.Linear(rank, dim)

    def forward(self, h):
        return h + self.up(torch.tanh(self.down(h)))


class GaitNet(nn.Module):
    """trunk -> adapter -> head, with a small activation statistic at the end."""

    def __init__(self, in_dim, hidden, n_classes, telemetry):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(in_dim, hidden), nn.GELU(), nn.Linear(hidden, hidden))
        self.adapter = Adapter(hidden)
        self.head = nn.Linear(hidden, n_classes)
        self.telemetry = telemetry

    def forward(self, x):
        h = self.trunk(x)
        h = self.adapter(h)
        out = self.head(torch.relu(h))
        self.telemetry.watch("logits", out)
        return out
