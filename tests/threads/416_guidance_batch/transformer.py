import math
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass
class FlowConfig:
    channels: int = 8
    width: int = 32
    depth: int = 2
    freq_dim: int = 16


def sinusoid(t, dim):
    freqs = torch.exp(-math.log(10000.0) * torch.arange(dim // 2) / (dim // 2))
    args = t[:, None] * 1000.0 * freqs
    return torch.cat([args.cos(), args.sin()], dim=-1)


class ModulatedBlock(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.norm = nn.LayerNorm(cfg.width, elementwise_affine=False)
        self.mod = nn.Linear(cfg.width, 3 * cfg.width)
        self.mix = nn.Linear(cfg.width, cfg.width)

    def forward(self, x, cond):
        shift, scale, gate = self.mod(F.silu(cond))[:, None].chunk(3, -1)
        return x + gate * F.gelu(self.mix(self.norm(x) * (1 + scale) + shift))


class FlowTransformer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.inp = nn.Linear(cfg.channels, cfg.width)
        self.time = nn.Linear(cfg.freq_dim, cfg.width)
        self.guide = nn.Linear(cfg.freq_dim, cfg.width)
        self.blocks = nn.ModuleList(ModulatedBlock(cfg) for _ in range(cfg.depth))
        self.out = nn.Linear(cfg.width, cfg.channels)

    def forward(self, latents, timestep, guidance):
        cond = self.time(sinusoid(timestep, self.cfg.freq_dim))
        cond = cond + self.guide(sinusoid(guidance, self.cfg.freq_dim))
        x = self.inp(latents)
        for block in self.blocks:
            x = block(x, cond)
        return self.out(x)
