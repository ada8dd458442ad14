import torch
import torch.nn as nn
import torch.nn.functional as F

from masks import make_pad_mask, mean_over_time


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.conv = nn.Conv1d(dim, dim, 5, padding=2, groups=dim)
        self.gate = nn.Linear(dim, 2 * dim)
        self.summary = nn.Linear(dim, dim)

    def forward(self, x, lengths):
        mask = make_pad_mask(lengths, x.shape[1])
        h = self.norm(x).masked_fill(mask[..., None], 0.0)
        h = self.conv(h.transpose(1, 2)).transpose(1, 2)
        h = F.glu(self.gate(h), dim=-1)
        return x + h + self.summary(mean_over_time(x, ~mask))[:, None]


class Encoder(nn.Module):
    def __init__(self, feats, dim, layers, vocab):
        super().__init__()
        self.inp = nn.Linear(feats, dim)
        self.blocks = nn.ModuleList(Block(dim) for _ in range(layers))
        self.out = nn.Linear(dim, vocab)

    def forward(self, feats, lengths):
        x = self.inp(feats)
        for block in self.blocks:
            x = block(x, lengths)
        return self.out(x).log_softmax(-1)
