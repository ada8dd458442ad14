import torch
import torch.nn.functional as F
from torch import nn

from cache import KVCache


class Attention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        dim = cfg.heads * cfg.head_dim
        self.heads = cfg.heads
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.out = nn.Linear(dim, dim, bias=False)
        self.cache = KVCache(cfg)

    def forward(self, x, mask):
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
        k, v = self.cache.update(k, v)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.out(y.transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        dim = cfg.heads * cfg.head_dim
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.attn = Attention(cfg)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x, mask):
        x = x + self.attn(self.norm1(x), mask)
        return x + self.mlp(self.norm2(x))


class Decoder(nn.Module):
    def __init__(self, cfg, vocab=64, layers=2):
        super().__init__()
        dim = cfg.heads * cfg.head_dim
        self.embed = nn.Embedding(vocab, dim)
        self.pos = nn.Embedding(cfg.max_seq, dim)
        self.blocks = nn.ModuleList(Block(cfg) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(dim), nn.Linear(dim, vocab, bias=False)

    def forward(self, tokens, positions, mask):
        x = self.embed(tokens) + self.pos(positions)
        for block in self.blocks:
            x = block(x, mask)
        return self.head(self.norm(x[:, -1]))

    def reset_caches(self):
        for block in self.blocks:
            block.attn.cache.reset()
