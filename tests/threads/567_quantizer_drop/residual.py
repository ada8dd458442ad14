import random

import torch
import torch.nn as nn

from codebook import Codebook


class ResidualQuantizer(nn.Module):
    def __init__(self, levels, entries, dim, cutoff=1):
        super().__init__()
        self.cutoff = cutoff
        self.books = nn.ModuleList([Codebook(entries, dim) for _ in range(levels)])

    def active_levels(self, seed):
        if not self.training or seed is None:
            return len(self.books)
        draw = random.Random(seed)
        return draw.randrange(self.cutoff, len(self.books) + 1)

    def forward(self, latent, seed=None):
        active = self.active_levels(seed)
        residual = latent
        total = torch.zeros_like(latent)
        commit = latent.new_zeros(())
        for index, book in enumerate(self.books):
            step, _, loss = book(residual)
            keep = 1.0 if index < active else 0.0
            total = total + keep * step
            commit = commit + keep * loss
            residual = residual - step.detach()
        return total, commit
