import torch
import torch.nn.functional as F
from torch import nn


class CrossAttention(nn.Module):
    def __init__(self, dim, heads=2):
        super().__init__()
        self.heads = heads
        self.q = nn.Linear(dim, dim)
        self.kv = nn.Linear(dim, 2 * dim)
        self.out = nn.Linear(dim, dim)

    def split(self, t):
        b, n, d = t.shape
        return t.view(b, n, self.heads, d // self.heads).transpose(1, 2)

    def forward(self, x, ctx, mask=None):
        k, v = self.kv(ctx).chunk(2, dim=-1)
        bias = None if mask is None else mask[:, None, None, :]
        y = F.scaled_dot_product_attention(self.split(self.q(x)), self.split(k), self.split(v), attn_mask=bias)
        return self.out(y.transpose(1, 2).flatten(2))


class ImageTransformer(nn.Module):
    def __init__(self, vocab, dim=32, depth=2):
        super().__init__()
        self.words = nn.Embedding(vocab, dim)
        self.norms = nn.ModuleList(nn.LayerNorm(dim) for _ in range(depth))
        self.layers = nn.ModuleList(CrossAttention(dim) for _ in range(depth))
        self.head = nn.Linear(dim, dim)

    def forward(self, x, t, ids, mask=None):
        ctx = self.words(ids)
        x = x * (1 + t.view(-1, 1, 1))
        for norm, layer in zip(self.norms, self.layers):
            x = x + layer(norm(x), ctx, mask)
        return self.head(x)
