from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

from cache import KVCache


@dataclass
class LMConfig:
    vocab: int = 64
    dim: int = 32
    heads: int = 4
    max_len: int = 64


class CachedAttention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads = cfg.heads
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim, bias=False)
        self.proj = nn.Linear(cfg.dim, cfg.dim, bias=False)
        self.cache = KVCache(1, cfg.heads, cfg.max_len, cfg.dim // cfg.heads)

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        keys, values, where = self.cache.update(k, v)
        mask = self.cache.slots[None, :] <= where[:, None]
        out = F.scaled_dot_product_attention(q, keys, values, attn_mask=mask)
        return self.proj(out.transpose(1, 2).reshape(b, t, d))


class TinyLM(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = nn.Embedding(cfg.vocab, cfg.dim)
        self.attn = CachedAttention(cfg)
        self.norm = nn.LayerNorm(cfg.dim)
        self.head = nn.Linear(cfg.dim, cfg.vocab, bias=False)

    def forward(self, tokens):
        x = self.embed(tokens)
        x = x + self.attn(self.norm(x))
        return self.head(x)
