from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class VideoConfig:
    dim: int = 32
    heads: int = 4
    text_dim: int = 16
    depth: int = 2


class CrossAttention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads = cfg.heads
        self.q = nn.Linear(cfg.dim, cfg.dim)
        self.kv = nn.Linear(cfg.text_dim, 2 * cfg.dim)
        self.out = nn.Linear(cfg.dim, cfg.dim)

    def forward(self, x, text, scale=1.0, valid=None):
        q = self.q(x).unflatten(-1, (self.heads, -1)).transpose(1, 2)
        k, v = self.kv(text).unflatten(-1, (2, self.heads, -1)).permute(2, 0, 3, 1, 4)
        scores = scale * (q @ k.transpose(-1, -2)) / q.shape[-1] ** 0.5
        if valid is not None:
            scores = scores.masked_fill(~valid[:, None, None, :], float("-inf"))
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.norm = nn.LayerNorm(cfg.dim)
        self.attention = CrossAttention(cfg)
        self.mlp = nn.Sequential(nn.Linear(cfg.dim, 2 * cfg.dim), nn.SiLU(), nn.Linear(2 * cfg.dim, cfg.dim))

    def forward(self, x, text, attention_kwargs):
        x = x + self.attention(self.norm(x), text, **attention_kwargs)
        return x + self.mlp(x)


class VideoTransformer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.time = nn.Linear(1, cfg.dim)
        self.blocks = nn.ModuleList(Block(cfg) for _ in range(cfg.depth))

    def forward(self, latents, sigma, text, attention_kwargs):
        x = latents + self.time(sigma.view(1, 1, 1))
        for block in self.blocks:
            x = block(x, text, attention_kwargs)
        return x
