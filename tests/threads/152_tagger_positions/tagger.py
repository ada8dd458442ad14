import torch
from torch import nn

from positions import PositionTable


class Mixer(nn.Module):
    def __init__(self, dim, kernel=3):
        super().__init__()
        self.conv = nn.Conv1d(dim, dim, kernel, padding=kernel // 2)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x, mask):
        h = self.conv((x * mask).transpose(1, 2)).transpose(1, 2)
        return self.norm(x + torch.relu(h))


class Tagger(nn.Module):
    def __init__(self, vocab, dim=24, tags=3, longest=24):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        self.positions = PositionTable(longest, dim)
        self.mixers = nn.ModuleList([Mixer(dim), Mixer(dim, 5)])
        self.head = nn.Linear(dim, tags)

    def forward(self, words):
        mask = (words != 0).unsqueeze(-1).float()
        x = self.positions(self.embed(words))
        for mixer in self.mixers:
            x = mixer(x, mask)
        return self.head(x)
