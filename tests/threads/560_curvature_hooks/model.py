import torch
import torch.nn.functional as F
from torch import nn


class MixBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.up = nn.Linear(2 * dim, 2 * dim, bias=False)
        self.down = nn.Linear(2 * dim, dim, bias=False)

    def forward(self, x):
        h = self.norm(x)
        past = F.pad(h, (0, 0, 1, 0))[:, :-1]
        return x + self.down(F.gelu(self.up(torch.cat([h, past], dim=-1))))


class TinyLM(nn.Module):
    def __init__(self, vocab, dim=32, depth=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.blocks = nn.ModuleList(MixBlock(dim) for _ in range(depth))
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens, targets):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        return F.cross_entropy(self.head(x).flatten(0, 1), targets.flatten())
