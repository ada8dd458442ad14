from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

from cache import KVCache


@dataclass
class DecoderConfig:
    vocab: int = 50
    dim: int = 32
    heads: int = 4
    depth: int = 2
    max_len: int = 32


class Attention(nn.Module):
    def __init__(self, cfg, batch):
        super().__init__()
        self.heads = cfg.heads
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim)
        self.out = nn.Linear(cfg.dim, cfg.dim)
        self.kv_cache = KVCache(batch, cfg.heads, cfg.max_len, cfg.dim // cfg.heads)

    def forward(self, x, mask):
        b, t, d = x.shape
        q, k, v = (z.view(b, t, self.heads, -1).transpose(1, 2) for z in self.qkv(x).chunk(3, -1))
        k, v = self.kv_cache.update(k, v)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.out(y.transpose(1, 2).reshape(b, t, d))


class Decoder(nn.Module):
    def __init__(self, cfg, batch):
        super().__init__()
        self.tok = nn.Embedding(cfg.vocab, cfg.dim)
        self.pos = nn.Embedding(cfg.max_len, cfg.dim)
        self.attn = nn.ModuleList(Attention(cfg, batch) for _ in range(cfg.depth))
        self.norm = nn.ModuleList(nn.LayerNorm(cfg.dim) for _ in range(cfg.depth))
        self.head = nn.Linear(cfg.dim, cfg.vocab)
        causal = torch.ones(cfg.max_len, cfg.max_len).tril().bool()
        self.register_buffer("causal", causal, persistent=False)

    def forward(self, tokens, input_pos):
        x = self.tok(tokens) + self.pos(input_pos)
        mask = self.causal[input_pos]
        for norm, attn in zip(self.norm, self.attn):
            x = x + attn(norm(x), mask)
        return self.head(x)

    def reset_caches(self):
        for attn in self.attn:
            attn.kv_cache.reset()
