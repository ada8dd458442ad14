from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn


@dataclass
class WorldConfig:
    dim: int = 24
    layers: int = 2
    actions: int = 4
    chunk: int = 2
    window: int = 8


class FrameBlock(nn.Module):
    def __init__(self, cfg, index):
        super().__init__()
        self.index = index
        self.norm = nn.LayerNorm(cfg.dim)
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim)
        self.proj = nn.Linear(cfg.dim, cfg.dim)
        self.mlp = nn.Sequential(nn.Linear(cfg.dim, 2 * cfg.dim), nn.SiLU(), nn.Linear(2 * cfg.dim, cfg.dim))

    def forward(self, x, cache):
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        k, v = cache.write(self.index, k, v)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=cache.bias())
        x = x + self.proj(y)
        return x + self.mlp(x)


class WorldModel(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.act = nn.Embedding(cfg.actions, cfg.dim)
        self.blocks = nn.ModuleList(FrameBlock(cfg, i) for i in range(cfg.layers))
        self.head = nn.Linear(cfg.dim, cfg.dim)

    def forward(self, frames, actions, cache):
        x = frames + self.act(actions)
        for block in self.blocks:
            x = block(x, cache)
        return frames + 0.3 * torch.tanh(self.head(x))
