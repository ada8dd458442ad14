"""Source part of a source-filter vocoder: harmonics of f0 plus breath noise."""
import math

import torch
from torch import nn


def seeded(seed, device):
    g = torch.Generator(device)
    g.manual_seed(seed)
    return g


def hold(f0, hop):
    return f0.repeat_interleave(hop, dim=-1)


class HarmonicSource(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.mix = nn.Linear(cfg.harmonics, 1)
        self.register_buffer("order", torch.arange(1, cfg.harmonics + 1).float(), persistent=False)

    def breath(self, like):
        g = seeded(self.cfg.seed, like.device)
        return torch.randn(like.shape, generator=g, device=like.device)

    def forward(self, f0):
        f = hold(f0, self.cfg.hop)
        phase = 2 * math.pi * (f / self.cfg.sample_rate).cumsum(-1)
        voiced = (f > 0).float()
        waves = torch.sin(phase[..., None] * self.order)
        tone = torch.tanh(self.mix(waves)).squeeze(-1) * voiced
        amp = self.cfg.noise * voiced + self.cfg.noise * 10 * (1 - voiced)
        return tone + amp * self.breath(tone)
