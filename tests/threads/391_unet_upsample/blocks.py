import logging

import torch
import torch.nn.functional as F
from torch import nn

logger = logging.getLogger("unet")


class ResBlock(nn.Module):
    def __init__(self, cin, cout, temb):
        super().__init__()
        self.norm1, self.norm2 = nn.GroupNorm(4, cin), nn.GroupNorm(4, cout)
        self.conv1 = nn.Conv2d(cin, cout, 3, padding=1)
        self.conv2 = nn.Conv2d(cout, cout, 3, padding=1)
        self.temb = nn.Linear(temb, cout)
        self.skip = nn.Conv2d(cin, cout, 1) if cin != cout else nn.Identity()

    def forward(self, x, emb):
        h = self.conv1(F.silu(self.norm1(x))) + self.temb(emb)[:, :, None, None]
        return self.skip(x) + self.conv2(F.silu(self.norm2(h)))


def upsample_to(x, like):
    size = like.shape[-2:]
    if size != (2 * x.shape[-2], 2 * x.shape[-1]):
        logger.info("forcing interpolation to %s", tuple(size))
    return F.interpolate(x, size=size, mode="nearest")


def sinusoidal(t, dim):
    freqs = torch.exp(-torch.arange(dim // 2) * (9.0 / (dim // 2)))
    angles = t[:, None] * freqs
    return torch.cat([angles.sin(), angles.cos()], dim=-1)
