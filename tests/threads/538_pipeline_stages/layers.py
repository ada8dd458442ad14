import torch
from torch import nn


class EmbedPipe(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.table = nn.Embedding(vocab, dim)

    def forward(self, tokens):
        return self.table(tokens)


class ExpertLayerPipe(nn.Module):
    def __init__(self, dim, experts=3):
        super().__init__()
        self.gate = nn.Linear(dim, experts)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(dim, dim), nn.SiLU()) for _ in range(experts))
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        h = self.norm(x)
        weight = self.gate(h).softmax(-1)
        mixed = sum(weight[..., i : i + 1] * expert(h) for i, expert in enumerate(self.experts))
        return x + mixed


class HeadPipe(nn.Module):
    def __init__(self, dim, vocab):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.proj = nn.Linear(dim, vocab)

    def forward(self, x):
        return self.proj(self.norm(x))
