import torch
from torch import nn

from product import Segment, vector_norm


class EquivariantBlock(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.scalar = Segment("nu", "nd", "uv", (channels, channels))
        self.vector = Segment("nud", "nk", "uv", (channels, channels))
        self.gate = nn.Linear(channels, channels)

    def forward(self, s, v, direction, radial):
        v = v + self.scalar(s, direction).transpose(1, 2)
        v = v + self.vector(v, radial).mean(dim=2).transpose(1, 2)
        s = torch.tanh(self.gate(s + vector_norm(v)))
        return s, v * s.unsqueeze(-1)


class PointModel(nn.Module):
    def __init__(self, channels=8, depth=2):
        super().__init__()
        self.embed = nn.Linear(4, channels)
        self.blocks = nn.ModuleList(EquivariantBlock(channels) for _ in range(depth))
        self.out = nn.Linear(channels, 1)

    def forward(self, points):
        dist = vector_norm(points)
        radial = torch.stack([torch.exp(-((dist - c) ** 2)) for c in (0.0, 0.7, 1.4, 2.1)], dim=1)
        direction = points / dist.unsqueeze(1)
        s = self.embed(radial)
        v = s.unsqueeze(-1) * direction.unsqueeze(1)
        for block in self.blocks:
            s, v = block(s, v, direction, radial)
        return self.out(s).mean(), v.mean(dim=(0, 1))
