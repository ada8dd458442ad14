import torch
from torch import nn

from compat import rms_norm
from scan import decay_scan, shift


class Mixer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.rate = nn.Parameter(torch.zeros(width))
        self.now = nn.Linear(width, width)
        self.before = nn.Linear(width, width)

    def forward(self, x):
        h = rms_norm(x, self.weight)
        h = torch.relu(self.now(h) + self.before(shift(h)))
        return x + decay_scan(h, torch.sigmoid(self.rate))


class CharModel(nn.Module):
    def __init__(self, vocab, width, layers):
        super().__init__()
        self.emb = nn.Embedding(vocab, width)
        self.layers = nn.Sequential(*(Mixer(width) for _ in range(layers)))
        self.out = nn.Linear(width, vocab)

    def forward(self, ids):
        return self.out(self.layers(self.emb(ids)))
