import torch
from torch import nn


def rotate(x, cos, sin):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((a * cos - b * sin, b * cos + a * sin), dim=-1)


class Rotary(nn.Module):
    """Rotary position tables, built at first use and rebuilt when they no longer do."""

    def __init__(self, dim, max_len=16, base=10000.0):
        super().__init__()
        self.max_len = max_len
        freq = base ** (-torch.arange(0, dim, 2) / dim)
        self.register_buffer("freq", freq, persistent=False)
        self.cos = self.sin = None

    def build(self, length):
        angle = torch.outer(torch.arange(max(length, self.max_len)), self.freq)
        self.cos, self.sin = angle.cos(), angle.sin()

    def stale(self, length):
        if self.cos is None or self.cos.shape[0] < length:
            return True
        return self.training and self.cos.is_inference()

    def forward(self, q, k):
        length = q.shape[-2]
        if self.stale(length):
            self.build(length)
        cos, sin = self.cos[:length], self.sin[:length]
        return rotate(q, cos, sin), rotate(k, cos, sin)
