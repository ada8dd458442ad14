"""Patch decoder for univariate series."""
import torch
import torch.nn.functional as F
from torch import nn

from cache import DecodeCache, append, visible


class CausalAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.dim = heads, width // heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x, cache):
        b, t, _ = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, self.dim).unbind(2)
        mask = visible(cache, append(cache, k, v))
        y = F.scaled_dot_product_attention(
            q.transpose(1, 2), cache.key.transpose(1, 2), cache.value.transpose(1, 2), attn_mask=mask
        )
        return self.out(y.transpose(1, 2).reshape(b, t, -1))


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attn = CausalAttention(width, heads)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.SiLU(), nn.Linear(2 * width, width))

    def forward(self, x, cache):
        x = x + self.attn(self.norm1(x), cache)
        return x + self.mlp(self.norm2(x))


class PatchForecaster(nn.Module):
    def __init__(self, patch=8, width=32, heads=4, depth=2):
        super().__init__()
        self.patch, self.heads, self.width = patch, heads, width
        self.inp = nn.Linear(patch, width)
        self.layers = nn.ModuleList(Layer(width, heads) for _ in range(depth))
        self.head = nn.Linear(width, patch)

    def new_caches(self, batch, slots):
        dim = self.width // self.heads
        return [DecodeCache.empty(batch, slots, self.heads, dim) for _ in self.layers]

    def forward(self, patches, caches):
        x = self.inp(patches)
        for layer, cache in zip(self.layers, caches):
            x = layer(x, cache)
        return patches[:, -1] + self.head(x[:, -1])
