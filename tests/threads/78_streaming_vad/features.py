import math

import torch
import torch.nn as nn


def synth(batch, samples, seed):
    gen = torch.Generator().manual_seed(seed)
    t = torch.arange(samples) / 160.0
    tone = torch.sin(2 * math.pi * 7 * t) * (t % 2 > 1)
    return tone + 0.1 * torch.randn(batch, samples, generator=gen)


class FrontEnd(nn.Module):
    """Frames the waveform and projects each frame on a bank of filters."""

    def __init__(self, frame, bands):
        super().__init__()
        self.frame = frame
        self.bands = bands
        self.register_buffer("window", torch.hann_window(frame))
        self.register_buffer("bank", torch.randn(frame, bands) / math.sqrt(frame))

    def forward(self, wave):
        frames = wave.unflatten(-1, (-1, self.frame)) * self.window
        return torch.log1p((frames @ self.bank).square())
