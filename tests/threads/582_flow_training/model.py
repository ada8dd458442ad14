import math

import torch
from torch import nn


def timestep_embedding(t, dim, max_period=10000):
    half = dim // 2
    freqs = torch.exp(-math.log(max_period) * torch.arange(half) / half)
    args = t[:, None] * freqs[None]
    return torch.cat((args.cos(), args.sin()), -1)


class VelocityNet(nn.Module):
    def __init__(self, channels=4, width=24):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(32, width), nn.SiLU(), nn.Linear(width, width))
        self.inp = nn.Conv2d(channels, width, 3, padding=1)
        self.mid = nn.Conv2d(width, width, 3, padding=1)
        self.norm = nn.GroupNorm(4, width)
        self.out = nn.Conv2d(width, channels, 3, padding=1)

    def forward(self, x, t):
        h = self.inp(x) + self.time(timestep_embedding(t, 32))[..., None, None]
        h = h + self.mid(nn.functional.silu(self.norm(h)))
        return self.out(nn.functional.silu(h))
