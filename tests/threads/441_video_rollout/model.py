from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class VideoConfig:
    dim: int = 32
    heads: int = 4
    layers: int = 2
    chunk_tokens: int = 6
    max_chunks: int = 8
    steps: tuple = (1.0, 0.6, 0.25)


class CausalAttention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads = cfg.heads
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim)
        self.out = nn.Linear(cfg.dim, cfg.dim)

    def forward(self, x, cache):
        b, n, d = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        k, v = cache.write(k, v)
        y = F.scaled_dot_product_attention(q, k, v)
        return self.out(y.transpose(1, 2).reshape(b, n, d))


class Block(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(cfg.dim), nn.LayerNorm(cfg.dim)
        self.attn = CausalAttention(cfg)
        self.mlp = nn.Sequential(nn.Linear(cfg.dim, 64), nn.GELU(), nn.Linear(64, cfg.dim))

    def forward(self, x, shift, cache):
        x = x + self.attn(self.norm1(x) + shift, cache)
        return x + self.mlp(self.norm2(x))


class VideoDenoiser(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(1, cfg.dim), nn.SiLU(), nn.Linear(cfg.dim, cfg.dim))
        self.blocks = nn.ModuleList(Block(cfg) for _ in range(cfg.layers))
        self.head = nn.Linear(cfg.dim, cfg.dim)

    def forward(self, x, pos, t, caches):
        shift = self.time(t[:, None])[:, None]
        x = x + pos
        for block, cache in zip(self.blocks, caches):
            x = block(x, shift, cache)
        return self.head(x)
