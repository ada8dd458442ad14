import torch
from torch import nn


def swap_halves(x):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)


class Rotary(nn.Module):
    def __init__(self, dim, base=10000.0):
        super().__init__()
        inv = 1.0 / base ** (torch.arange(0, dim, 2).float() / dim)
        self.register_buffer("inv", inv, persistent=False)
        self._seq_len_cached = None
        self._cos_cached = None
        self._sin_cached = None

    def _tables(self, x):
        seq_len = x.shape[-2]
        if seq_len != self._seq_len_cached or self._cos_cached.dtype != x.dtype:
            self._seq_len_cached = seq_len
            t = torch.arange(seq_len, device=x.device, dtype=torch.float32)
            freqs = torch.outer(t, self.inv)
            angle = torch.cat((freqs, freqs), dim=-1)
            self._cos_cached = angle.cos().to(x.dtype)
            self._sin_cached = angle.sin().to(x.dtype)
        return self._cos_cached, self._sin_cached

    def forward(self, q, k):
        cos, sin = self._tables(k)
        return q * cos + swap_halves(q) * sin, k * cos + swap_halves(k) * sin
