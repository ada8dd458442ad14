"""Building blocks of the emulator."""
import torch
from torch import nn
import torch.nn.functional as F

from scaling import DepthScaled


class RingConv(nn.Module):
    """A convolution which is periodic in longitude and reflects at the poles."""

    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, groups=width)

    def forward(self, x):
        x = F.pad(x, (1, 1, 0, 0), mode="circular")
        x = F.pad(x, (0, 0, 1, 1), mode="reflect")
        return self.conv(x)


class MixBlock(DepthScaled, nn.Module):
    def __init__(self, width, position, expand=2):
        super().__init__()
        self.init_depth(position)
        self.spatial = RingConv(width)
        self.norm = nn.GroupNorm(1, width)
        self.up = nn.Conv2d(width, expand * width, 1)
        self.down = nn.Conv2d(expand * width, width, 1)

    def forward(self, x):
        y = self.down(F.gelu(self.up(self.norm(self.spatial(x)))))
        return self.residual(x, y)


class Emulator(nn.Module):
    def __init__(self, fields=3, width=12, depth=7):
        super().__init__()
        self.lift = nn.Conv2d(fields, width, 1)
        self.blocks = nn.ModuleList(MixBlock(width, i + 1) for i in range(depth))
        self.project = nn.Conv2d(width, fields, 1)
        self.steps_seen = 0

    def forward(self, state):
        h = self.lift(state)
        for block in self.blocks:
            h = block(h)
        self.steps_seen += 1
        return state + self.project(h)


def area_weights(rows):
    lat = torch.linspace(-1.4, 1.4, rows)
    return (lat.cos() / lat.cos().mean()).view(1, 1, -1, 1)
