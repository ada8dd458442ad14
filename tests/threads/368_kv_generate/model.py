from dataclasses import dataclass

import torch
from torch import nn
import torch.nn.functional as F

from kv_cache import KVCache


@dataclass
class GPTConfig:
    vocab: int = 64
    dim: int = 32
    heads: int = 4
    layers: int = 2
    max_seq_len: int = 48


class Attention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads, self.head_dim = cfg.heads, cfg.dim // cfg.heads
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim)
        self.proj = nn.Linear(cfg.dim, cfg.dim)
        self.kv_cache = None

    def forward(self, x, mask):
        b, t, _ = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, self.head_dim).permute(2, 0, 3, 1, 4)
        k, v = self.kv_cache.update(k, v)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.proj(y.transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(cfg.dim), nn.LayerNorm(cfg.dim)
        self.attn = Attention(cfg)
        self.mlp = nn.Sequential(nn.Linear(cfg.dim, 4 * cfg.dim), nn.GELU(), nn.Linear(4 * cfg.dim, cfg.dim))

    def forward(self, x, mask):
        x = x + self.attn(self.ln1(x), mask)
        return x + self.mlp(self.ln2(x))


class GPT(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.tok = nn.Embedding(cfg.vocab, cfg.dim)
        self.pos = nn.Embedding(cfg.max_seq_len, cfg.dim)
        self.blocks = nn.ModuleList(Block(cfg) for _ in range(cfg.layers))
        self.head = nn.Linear(cfg.dim, cfg.vocab, bias=False)
        self.register_buffer("causal", torch.ones(cfg.max_seq_len, cfg.max_seq_len).tril().bool(), persistent=False)

    def setup_caches(self, batch_size):
        for block in self.blocks:
            attn = block.attn
            attn.kv_cache = KVCache(batch_size, self.cfg.max_seq_len, attn.heads, attn.head_dim)

    def reset_caches(self):
        for block in self.blocks:
            block.attn.kv_cache.reset()

    def forward(self, tokens, input_pos):
        x = self.tok(tokens) + self.pos(input_pos)
        for block in self.blocks:
            x = block(x, self.causal[input_pos])
        return self.head(x[:, -1])
