import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, c_in, c_out, slot, cache):
        super().__init__()
        self.norm = nn.GroupNorm(2, c_in)
        self.conv = nn.Conv2d(c_in, c_out, 3, padding=1)
        self.time = nn.Linear(1, c_out)
        self.slot = slot
        self.cache = cache

    def forward(self, x, t):
        h = self.conv(F.silu(self.norm(x)))
        h = h + self.time(t.reshape(1, 1))[..., None, None]
        return self.cache.blend(self.slot, h)


class UNet(nn.Module):
    def __init__(self, channels, width, cache):
        super().__init__()
        self.cache = cache
        self.inp = nn.Conv2d(channels, width, 3, padding=1)
        self.blocks = nn.ModuleList([Block(width, 2 * width, 0, cache), Block(3 * width, width, 1, cache)])
        self.out = nn.Conv2d(width, channels, 3, padding=1)

    def forward(self, x, t):
        skip = self.inp(x)
        deep, change = self.blocks[0](F.avg_pool2d(skip, 2), t)
        self.cache.keep(0, deep, change)
        deep = F.interpolate(deep, scale_factor=2.0)
        h, change = self.blocks[1](torch.cat([skip, deep], dim=1), t)
        self.cache.keep(1, h, change)
        return self.out(h)
