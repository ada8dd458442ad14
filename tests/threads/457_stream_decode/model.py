"""Tiny decoder-only language model, one token at a time."""
from dataclasses import dataclass

import torch.nn as nn
import torch.nn.functional as F


@dataclass
class LMConfig:
    vocab: int = 64
    dim: int = 32
    heads: int = 4
    layers: int = 2
    max_len: int = 16


class Attention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads = cfg.heads
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim)
        self.out = nn.Linear(cfg.dim, cfg.dim)

    def forward(self, x, cache, pos):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        k, v = cache.update(k, v)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=cache.visible(pos))
        return self.out(y.transpose(1, 2).reshape(b, t, d))


class Block(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(cfg.dim), nn.LayerNorm(cfg.dim)
        self.attn = Attention(cfg)
        self.mlp = nn.Sequential(nn.Linear(cfg.dim, 64), nn.GELU(), nn.Linear(64, cfg.dim))

    def forward(self, x, cache, pos):
        x = x + self.attn(self.norm1(x), cache, pos)
        return x + self.mlp(self.norm2(x))


class DecoderLM(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.tok = nn.Embedding(cfg.vocab, cfg.dim)
        self.pos = nn.Embedding(cfg.max_len, cfg.dim)
        self.blocks = nn.ModuleList(Block(cfg) for _ in range(cfg.layers))
        self.norm = nn.LayerNorm(cfg.dim)
        self.head = nn.Linear(cfg.dim, cfg.vocab, bias=False)

    def forward(self, token, pos, layers):
        x = self.tok(token) + self.pos(pos)
        for block, layer in zip(self.blocks, layers):
            x = block(x, layer, pos)
        return self.head(self.norm(x)[:, -1])
