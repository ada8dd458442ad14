import torch
import torch.nn as nn


def buckets(length, count):
    pos = torch.arange(length)
    gap = (pos[None, :] - pos[:, None]).abs()
    return gap.clamp_max(count - 1)


class RelativeBias(nn.Module):
    """T5 like bias, one learned value per head and distance."""

    def __init__(self, heads, count=16):
        super().__init__()
        self.count = count
        self.values = nn.Embedding(count, heads)
        self.tables = {}

    def build(self, length):
        return self.values(buckets(length, self.count)).permute(2, 0, 1)

    def forward(self, length):
        if length not in self.tables:
            self.tables[length] = self.build(length)
        return self.tables[length]
