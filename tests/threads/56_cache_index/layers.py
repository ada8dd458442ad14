import torch
import torch.nn as nn


class Layer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.SiLU(), nn.Linear(2 * dim, dim))

    def forward(self, h, cache):
        q, k, v = self.qkv(self.norm(h)).chunk(3, -1)
        cache.write(k, v)
        score = q @ cache.keys.mT * q.shape[-1] ** -0.5
        score = score.masked_fill(~cache.filled(), float("-inf"))
        h = h + score.softmax(-1) @ cache.values
        return h + self.mlp(h)
