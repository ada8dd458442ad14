import torch
import torch.nn.functional as F
from torch import nn

from grids import crop_like, pad_even, warp


class Encoder(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.a = nn.Conv2d(1, ch, 5, stride=2, padding=2)
        self.b = nn.Conv2d(ch, ch, 3, padding=1)

    def forward(self, x):
        return self.b(F.relu(self.a(x)))


class Context(nn.Module):
    """Looks at half the size and comes back."""

    def __init__(self, ch):
        super().__init__()
        self.conv = nn.Conv2d(ch, ch, 3, padding=1)

    def forward(self, x):
        small = F.avg_pool2d(pad_even(x), 2)
        small = torch.tanh(self.conv(small))
        return crop_like(F.interpolate(small, scale_factor=2.0), x)


class Refine(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.context = Context(ch)
        self.mix = nn.Conv2d(3 * ch + 2, ch, 3, padding=1)
        self.out = nn.Conv2d(ch, 2, 3, padding=1)

    def forward(self, fa, fb, flow, grid, memory=None):
        moved = warp(fb, flow, grid)
        ctx = self.context(fa)
        h = F.relu(self.mix(torch.cat([fa, moved, ctx, flow], 1)))
        if memory is not None:
            h = 0.8 * h + 0.2 * memory
        return flow + 0.5 * self.out(h), h
