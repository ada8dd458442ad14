import torch
from torch import nn
from torch.nn import functional as F

from rotary import Rotary


class Attention(nn.Module):
    def __init__(self, dim, heads, rotary):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.rotary = rotary

    def forward(self, x):
        q, k, v = self.qkv(x).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        q, k = self.rotary(q, k)
        return self.out(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2))


class TextEncoder(nn.Module):
    def __init__(self, vocab=100, dim=32, heads=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.norm = nn.LayerNorm(dim)
        self.attn = Attention(dim, heads, Rotary(dim // heads))
        self.project = nn.Linear(dim, dim)

    def forward(self, ids):
        x = self.embed(ids)
        x = x + self.attn(self.norm(x))
        return F.normalize(self.project(x.mean(1)), dim=-1)


class InBatchLoss(nn.Module):
    def __init__(self, encoder, temperature=0.1):
        super().__init__()
        self.encoder = encoder
        self.temperature = temperature

    def forward(self, queries, docs):
        scores = self.encoder(queries) @ self.encoder(docs).T / self.temperature
        return F.cross_entropy(scores, torch.arange(len(docs)))
