import math

import torch
from torch import nn

from positions import reach


class LongRope(nn.Module):
    def __init__(self, dim, original=64, maximum=256, base=10000.0):
        super().__init__()
        self.original = original
        exponents = torch.arange(0, dim, 2).float() / dim
        self.register_buffer("inv", base ** -exponents)
        self.register_buffer("short_factor", torch.ones(dim // 2))
        self.register_buffer("long_factor", torch.linspace(1.0, maximum / original, dim // 2))
        self.scaling = math.sqrt(1 + math.log(maximum / original) / math.log(original))

    def forward(self, x, position_ids):
        seen = reach(position_ids)
        if seen > self.original:
            factor = self.long_factor
        else:
            factor = self.short_factor
        angles = position_ids[..., None].float() * (self.inv / factor)
        angles = torch.cat([angles, angles], -1)
        return angles.cos() * self.scaling, angles.sin() * self.scaling


def rotate(x, cos, sin):
    a, b = x.chunk(2, -1)
    return x * cos[:, None] + torch.cat([-b, a], -1) * sin[:, None]
