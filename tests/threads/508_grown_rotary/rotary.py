import torch
from torch import nn


class RotaryTable(nn.Module):
    """Cosine and sine rows for each position; grows by doubling when a longer one is asked for."""

    def __init__(self, dim, start=8, base=10000.0):
        super().__init__()
        self.dim, self.base = dim, base
        self.length = 0
        self.extend(start)

    def extend(self, length):
        inv = self.base ** (-torch.arange(0, self.dim, 2).float() / self.dim)
        angles = torch.outer(torch.arange(length).float(), inv)
        self.cos, self.sin = angles.cos(), angles.sin()
        self.length = length

    def reserve(self, needed):
        if needed > self.length:
            self.extend(max(2 * self.length, int(needed)))

    def rows(self, positions):
        return self.cos[positions].unsqueeze(1), self.sin[positions].unsqueeze(1)


def rotate(x, cos, sin):
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)
