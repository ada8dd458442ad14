import math

import torch
from torch import nn


class PositionTable(nn.Module):
    """Sine positions for up to `longest` words."""

    def __init__(self, longest, dim):
        super().__init__()
        pos = torch.arange(longest).unsqueeze(1)
        freq = torch.exp(torch.arange(0, dim, 2) * (-math.log(1000.0) / dim))
        table = torch.zeros(1, longest, dim)
        table[0, :, 0::2] = torch.sin(pos * freq)
        table[0, :, 1::2] = torch.cos(pos * freq)
        self.register_buffer("table", table)
        self.longest = longest

    def rows(self, n):
        if n > self.longest:
            raise ValueError(f"sentence of {n} words, only {self.longest} positions")
        if n == self.longest:
            return self.table
        return self.table[:, :n]

    def forward(self, x):
        return x + self.rows(x.shape[1])
