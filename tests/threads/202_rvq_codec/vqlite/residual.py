import random

import torch
from torch import nn


def pick_cut(lowest, levels):
    """How many quantizers are kept for this batch: at least `lowest`."""
    return random.choice(range(lowest, levels + 1))


class Codebook(nn.Module):
    def __init__(self, dim, size):
        super().__init__()
        self.codes = nn.Parameter(torch.randn(size, dim) * 0.3)

    def forward(self, x):
        index = torch.cdist(x, self.codes).argmin(dim=-1)
        return self.codes[index]


class ResidualVQ(nn.Module):
    """Residual VQ with quantizer dropout, as in SoundStream."""

    def __init__(self, dim, size, levels, lowest=2):
        super().__init__()
        self.books = nn.ModuleList(Codebook(dim, size) for _ in range(levels))
        self.lowest = lowest
        self.jitter = random.uniform(0.9, 1.1)

    def forward(self, x):
        levels = len(self.books)
        if self.training:
            cut = pick_cut(self.lowest, levels)
            keep = (torch.arange(levels, device=x.device) < cut).to(x.dtype)
        else:
            keep = torch.ones(levels, device=x.device)
        residual, total = x, torch.zeros_like(x)
        commit = x.new_zeros(())
        for book, on in zip(self.books, keep.unbind()):
            quantized = book(residual)
            commit = commit + on * (quantized - residual).pow(2).mean() * self.jitter
            straight = residual + (quantized - residual).detach()
            total = total + on * straight
            residual = residual - quantized.detach()
        return total, commit / keep.sum()
