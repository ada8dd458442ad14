from dataclasses import dataclass

import torch
from torch import nn

from layers import AdaNorm, Attention, FeedForward


@dataclass
class DiTConfig:
    width: int = 32
    heads: int = 4
    depth: int = 6


class Block(nn.Module):
    def __init__(self, cfg, index):
        super().__init__()
        self.index = index
        self.name = f"block.{index}"
        self.norm1 = AdaNorm(cfg.width)
        self.norm2 = AdaNorm(cfg.width)
        self.attn = Attention(cfg.width, cfg.heads, depth=index)
        self.ff = FeedForward(cfg.width)

    def forward(self, x, cond):
        x = x + self.attn(self.norm1(x, cond))
        return x + self.ff(self.norm2(x, cond))

    def extra_repr(self):
        return f"index={self.index}, name={self.name}"


class DiT(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(1, cfg.width), nn.SiLU(), nn.Linear(cfg.width, cfg.width))
        self.blocks = nn.ModuleList(Block(cfg, i) for i in range(cfg.depth))
        self.head = nn.Linear(cfg.width, cfg.width)

    def forward(self, x, t):
        cond = self.time(t)
        for block in self.blocks:
            x = block(x, cond)
        return self.head(x)
