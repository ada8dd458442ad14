import math

import torch
import torch.nn as nn


class CoarseToFineEncoding(nn.Module):
    """Fourier features whose high bands are opened during training."""

    def __init__(self, bands=6, start=2, end=7):
        super().__init__()
        self.bands = bands
        self.start = start
        self.end = end
        self.step = 0
        self.register_buffer("freqs", 2.0 ** torch.arange(bands) * math.pi)
        self.register_buffer("index", torch.arange(bands, dtype=torch.float32))

    def window(self):
        progress = (self.step - self.start) / (self.end - self.start)
        x = (progress * self.bands - self.index).clamp(0.0, 1.0)
        return 0.5 * (1.0 - torch.cos(math.pi * x))

    def forward(self, points):
        phase = points.unsqueeze(-1) * self.freqs
        w = self.window()
        feats = torch.cat([w * torch.sin(phase), w * torch.cos(phase)], dim=-1)
        return torch.cat([points, feats.flatten(-2)], dim=-1)

    @property
    def out_dim(self):
        return 3 + 3 * 2 * self.bands
