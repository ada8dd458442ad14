import math

import torch
import torch.nn.functional as F
from torch import nn


def time_embedding(t, dim):
    half = dim // 2
    freqs = torch.exp(-math.log(1000.0) * torch.arange(half) / half)
    angles = t * freqs
    return torch.cat([angles.sin(), angles.cos()])


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.ff = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def project(self, x):
        return self.qkv(self.norm(x)).chunk(3, dim=-1)

    def mix(self, x, q, k, v):
        b, n, d = q.shape
        q, k, v = (t.view(b, -1, self.heads, d // self.heads).transpose(1, 2) for t in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, n, d)
        x = x + self.out(y)
        return x + self.ff(x)
