import torch
from torch import nn
import torch.nn.functional as F

from cache import SlidingCache


class StreamingBlock(nn.Module):
    def __init__(self, dim, window):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.ff = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 2 * dim), nn.SiLU(), nn.Linear(2 * dim, dim))
        self.cache = SlidingCache(window, dim)

    def forward(self, x):
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        k, v = self.cache.update(k, v)
        scores = q @ k.t() * q.shape[-1] ** -0.5
        scores = scores.masked_fill(~self.cache.valid(), -1e9)
        x = x + self.out(F.softmax(scores, dim=-1) @ v)
        return x + self.ff(x)


class StreamingEncoder(nn.Module):
    def __init__(self, mels=20, dim=24, depth=2, window=16, vocab=11):
        super().__init__()
        self.front = nn.Linear(mels, dim)
        self.blocks = nn.ModuleList(StreamingBlock(dim, window) for _ in range(depth))
        self.head = nn.Linear(dim, vocab)

    def forward(self, chunk):
        x = self.front(chunk)
        for block in self.blocks:
            x = block(x)
        return self.head(x)

    def reset(self):
        for block in self.blocks:
            block.cache.reset()
