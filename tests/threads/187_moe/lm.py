import torch
from torch import nn

from moe import MoeLayer


class Block(nn.Module):
    def __init__(self, dim, n_experts, name):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.mix = nn.Linear(dim, dim)
        self.moe = MoeLayer(dim, n_experts, name)

    def forward(self, x):
        h = self.norm1(x)
        x = x + self.mix(h.roll(1, dims=1)) + h
        return x + self.moe(self.norm2(x))


class MoeLM(nn.Module):
    def __init__(self, n_vocab, dim, n_blocks, n_experts):
        super().__init__()
        self.emb = nn.Embedding(n_vocab, dim)
        self.blocks = nn.ModuleList(Block(dim, n_experts, f"block{i}") for i in range(n_blocks))
        self.head = nn.Linear(dim, n_vocab)

    def forward(self, tok):
        x = self.emb(tok)
        for b in self.blocks:
            x = b(x)
        return self.head(x)
