import torch
import torch.nn as nn


class Transformer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim
        self.qkv = nn.Linear(dim, 3 * dim)
        self.shift = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x, emb, t):
        h = x + self.shift(emb)[:, None] * t
        q, k, v = self.qkv(h).chunk(3, -1)
        score = (q @ k.mT * self.dim**-0.5).softmax(-1)
        return self.out(score @ v)
