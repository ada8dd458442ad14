import torch
import torch.nn as nn
import torch.nn.functional as F


def rotary_table(head_dim, length, base=10000.0):
    inv = 1.0 / base ** (torch.arange(0, head_dim, 2).float() / head_dim)
    angles = torch.arange(length).float()[:, None] * inv[None]
    return torch.cat([angles.cos(), angles.sin()], dim=-1)


def rotate(x, table):
    cos, sin = table.chunk(2, dim=-1)
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


class Block(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.norm = nn.LayerNorm(cfg.dim)
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim)
        self.out = nn.Linear(cfg.dim, cfg.dim)
        self.mlp = nn.Sequential(nn.Linear(cfg.dim, 64), nn.GELU(), nn.Linear(64, cfg.dim))
        shape = (1, cfg.heads, cfg.max_context, cfg.head_dim)
        self.register_buffer("k_cache", torch.zeros(shape), persistent=False)
        self.register_buffer("v_cache", torch.zeros(shape), persistent=False)

    def heads(self, t):
        return t.view(1, -1, self.cfg.heads, self.cfg.head_dim).transpose(1, 2)

    def forward(self, x, table, where, mask):
        q, k, v = map(self.heads, self.qkv(self.norm(x)).chunk(3, dim=-1))
        q, k = rotate(q, table), rotate(k, table)
        self.k_cache.index_copy_(2, where, k)
        self.v_cache.index_copy_(2, where, v)
        y = F.scaled_dot_product_attention(q, self.k_cache, self.v_cache, attn_mask=mask)
        x = x + self.out(y.transpose(1, 2).reshape(1, -1, self.cfg.dim))
        return x + self.mlp(x)


class TextModel(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = nn.Embedding(cfg.vocab, cfg.dim)
        self.blocks = nn.ModuleList(Block(cfg) for _ in range(cfg.layers))
        self.head = nn.Linear(cfg.dim, cfg.vocab)
        self.register_buffer("table", rotary_table(cfg.head_dim, cfg.max_context))
        causal = torch.ones(cfg.max_context, cfg.max_context, dtype=torch.bool).tril()
        self.register_buffer("causal", causal)

    def forward(self, embeds, where):
        mask = self.causal[where]
        for block in self.blocks:
            embeds = block(embeds, self.table[where], where, mask)
        return self.head(embeds[:, -1])
