import torch


class RotaryTables:
    def __init__(self, head_dim, base=10000.0):
        self.head_dim = head_dim
        self.base = base
        self._tables = {}

    def _build(self, length):
        inv = 1.0 / (self.base ** (torch.arange(0, self.head_dim, 2) / self.head_dim))
        angles = torch.outer(torch.arange(length).float(), inv)
        return angles.cos(), angles.sin()

    def get(self, length):
        if length not in self._tables:
            self._tables[length] = self._build(length)
        return self._tables[length]


def rotate(x, cos, sin):
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
