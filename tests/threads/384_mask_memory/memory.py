from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class MemoryConfig:
    channels: int = 16
    heads: int = 2


class MaskEncoder(nn.Module):
    """Turns a frame and its mask into one token a patch."""

    def __init__(self, channels, patch=4):
        super().__init__()
        self.proj = nn.Conv2d(2, channels, patch, stride=patch)
        self.norm = nn.LayerNorm(channels)

    def forward(self, frame, mask):
        tokens = self.proj(torch.cat([frame, mask], dim=1)).flatten(2).transpose(1, 2)
        return self.norm(tokens)


class MemoryReader(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.query = nn.Linear(cfg.channels, cfg.channels)
        self.key = nn.Linear(cfg.channels, cfg.channels)
        self.value = nn.Linear(cfg.channels, cfg.channels)
        self.write = nn.Linear(2 * cfg.channels, cfg.channels)

    def split(self, x):
        return x.unflatten(-1, (self.cfg.heads, -1)).transpose(1, 2)

    def forward(self, feats, memory):
        q, k, v = self.split(self.query(feats)), self.split(self.key(memory)), self.split(self.value(memory))
        weights = (q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5).softmax(-1)
        read = (weights.to(v.dtype) @ v).transpose(1, 2).flatten(2)
        return read, self.write(torch.cat([self.value(memory), read], dim=-1))
