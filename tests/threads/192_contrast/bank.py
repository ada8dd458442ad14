import warnings

import torch
from torch import nn
import torch.nn.functional as F


class InstanceBank(nn.Module):
    """One unit vector for each training example, updated by momentum."""

    def __init__(self, n, dim, momentum=0.5, least=8):
        super().__init__()
        g = torch.Generator().manual_seed(0)
        self.register_buffer("rows", F.normalize(torch.randn(n, dim, generator=g), dim=-1))
        self.momentum, self.least = momentum, least

    def similarity(self, z):
        return z @ self.rows.T

    def blended(self, index, z):
        if z.shape[0] < self.least:
            warnings.warn(f"the bank changes slowly with fewer than {self.least} rows a batch")
        mixed = self.momentum * self.rows[index] + (1 - self.momentum) * z.detach()
        return F.normalize(mixed, dim=-1)

    @torch.no_grad()
    def store(self, index, rows):
        self.rows[index] = rows
