import torch
from torch import nn

from observers import FakeQuant


class MixBlock(nn.Module):
    def __init__(self, tokens, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.token = nn.Linear(tokens, tokens)
        self.channel = nn.Linear(dim, dim)
        self.fq = FakeQuant()

    def forward(self, x):
        h = self.norm(x)
        h = self.fq(h)
        x = x + torch.relu(self.token(h.transpose(1, 2))).transpose(1, 2)
        return x + self.channel(x)


class Mixer(nn.Module):
    def __init__(self, tokens, dim, depth, n_classes):
        super().__init__()
        self.stem = nn.Linear(dim, dim)
        self.blocks = nn.ModuleList(MixBlock(tokens, dim) for _ in range(depth))
        self.head = nn.Linear(dim, n_classes)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean(1))
