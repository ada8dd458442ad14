import math

import torch
from torch import nn


def sinusoid(length, dim, base=500.0):
    rate = torch.exp(torch.arange(0, dim, 2) * (-math.log(base) / dim))
    angle = torch.arange(length)[:, None] * rate[None, :]
    return torch.cat([angle.sin(), angle.cos()], dim=-1)


class PositionTable(nn.Module):
    """Sinusoidal positions, kept ready for the usual history length."""

    def __init__(self, usual_length, dim):
        super().__init__()
        self.dim = dim
        self.register_buffer("table", sinusoid(usual_length, dim), persistent=False)

    def forward(self, length):
        if length == self.table.shape[0]:
            return self.table
        return sinusoid(length, self.dim)


class CalendarFeatures(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.hour = nn.Embedding(24, dim)
        self.weekday = nn.Embedding(7, dim)

    def forward(self, hours):
        return self.hour(hours % 24) + self.weekday(hours // 24 % 7)
