import torch
from torch import nn

from blocks import ResBlock, sinusoidal, upsample_to


class UNet(nn.Module):
    def __init__(self, channels=4, width=16, levels=3):
        super().__init__()
        self.width = width
        self.conv_in = nn.Conv2d(channels, width, 3, padding=1)
        self.time = nn.Sequential(nn.Linear(width, width), nn.SiLU())
        self.down = nn.ModuleList(ResBlock(width, width, width) for _ in range(levels))
        self.pool = nn.Conv2d(width, width, 3, stride=2, padding=1)
        self.mid = ResBlock(width, width, width)
        self.up = nn.ModuleList(ResBlock(2 * width, width, width) for _ in range(levels))
        self.conv_out = nn.Conv2d(width, channels, 3, padding=1)

    def forward(self, x, t):
        emb = self.time(sinusoidal(t, self.width))
        h, skips = self.conv_in(x), []
        for block in self.down:
            h = block(h, emb)
            skips.append(h)
            h = self.pool(h)
        h = self.mid(h, emb)
        for block in self.up:
            skip = skips.pop()
            h = block(torch.cat([upsample_to(h, skip), skip], dim=1), emb)
        return self.conv_out(h)
