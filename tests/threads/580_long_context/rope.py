import torch
from torch import nn


def ntk_frequencies(dim, base, seq_len, original, factor):
    seq_len = max(seq_len, original)
    base = base * ((factor * seq_len / original) - (factor - 1)) ** (dim / (dim - 2))
    return 1.0 / (base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim))


class DynamicRotary(nn.Module):
    def __init__(self, dim, max_positions=32, base=10000.0, factor=2.0):
        super().__init__()
        self.dim, self.base, self.factor = dim, base, factor
        self.original = max_positions
        self.cached = max_positions
        inv = ntk_frequencies(dim, base, max_positions, max_positions, factor)
        self.register_buffer("inv_freq", inv, persistent=False)

    def grow(self, seq_len):
        if seq_len > self.cached:
            self.inv_freq = ntk_frequencies(self.dim, self.base, int(seq_len), self.original, self.factor)
            self.cached = int(seq_len)

    def forward(self, x, positions):
        self.grow(positions.max() + 1)
        angles = positions[..., None].float() * self.inv_freq
        emb = torch.cat((angles, angles), -1)
        return emb.cos().to(x.dtype), emb.sin().to(x.dtype)


def rotate_half(x):
    a, b = x.chunk(2, -1)
    return torch.cat((-b, a), -1)


def apply_rotary(q, k, cos, sin):
    cos, sin = cos.unsqueeze(1), sin.unsqueeze(1)
    return q * cos + rotate_half(q) * sin, k * cos + rotate_half(k) * sin
