import logging

import torch
from torch import nn

from layers import DownBlock, ResBlock, UpBlock

logger = logging.getLogger(__name__)


class UNet2D(nn.Module):
    def __init__(self, channels=4, widths=(8, 16, 16), temb_dim=16):
        super().__init__()
        self.num_upsamplers = len(widths)
        self.register_buffer("freqs", torch.exp(torch.linspace(0.0, -5.0, temb_dim // 2)))
        self.time = nn.Sequential(nn.Linear(temb_dim, temb_dim), nn.SiLU())
        self.conv_in = nn.Conv2d(channels, widths[0], 3, padding=1)
        outs, ins = list(widths), [widths[0], *widths[:-1]]
        self.down = nn.ModuleList(DownBlock(i, o, temb_dim) for i, o in zip(ins, outs))
        self.mid = ResBlock(widths[-1], widths[-1], temb_dim)
        self.up = nn.ModuleList(UpBlock(o, o, i, temb_dim) for i, o in zip(ins[::-1], outs[::-1]))
        self.conv_out = nn.Conv2d(widths[0], channels, 3, padding=1)

    def wants_upsample_size(self, sample):
        factor = 2 ** self.num_upsamplers
        if any(side % factor != 0 for side in sample.shape[-2:]):
            logger.info("Forward upsample size to force interpolation output size.")
            return True
        return False

    def forward(self, sample, timestep):
        forward_size = self.wants_upsample_size(sample)
        angle = timestep[:, None] * self.freqs
        temb = self.time(torch.cat([angle.sin(), angle.cos()], dim=-1))
        x, skips = self.conv_in(sample), []
        for block in self.down:
            x, skip = block(x, temb)
            skips.append(skip)
        x = self.mid(x, temb)
        for block in self.up:
            skip = skips.pop()
            x = block(x, skip, temb, size=skip.shape[2:] if forward_size else None)
        return self.conv_out(x)
