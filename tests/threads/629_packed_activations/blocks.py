import torch
from torch import nn


class MixerBlock(nn.Module):
    def __init__(self, tokens, width):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.token = nn.Linear(tokens, tokens)
        self.channel = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        x = x + self.token(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        return x + self.channel(self.norm2(x))


class Mixer(nn.Module):
    def __init__(self, store, tokens=8, width=16, depth=2, classes=5):
        super().__init__()
        self.store = store
        self.stem = nn.Linear(12, width)
        self.blocks = nn.ModuleList(MixerBlock(tokens, width) for _ in range(depth))
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        h = torch.tanh(self.stem(x))
        with self.store.active():
            for block in self.blocks:
                h = block(h)
        return self.head(h.mean(1))
