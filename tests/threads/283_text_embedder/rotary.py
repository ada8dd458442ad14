import torch
from torch import nn


def rotate_half(x):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)


class RotaryEmbedding(nn.Module):
    def __init__(self, dim, seqlen, base=10000.0):
        super().__init__()
        self.register_buffer("inv_freq", base ** (-torch.arange(0, dim, 2) / dim), persistent=False)
        self._update_cache(seqlen)

    def _update_cache(self, seqlen):
        freqs = torch.outer(torch.arange(seqlen), self.inv_freq)
        self._seq_len_cached = seqlen
        self._cos_cached = torch.cat((freqs, freqs), dim=-1).cos()
        self._sin_cached = torch.cat((freqs, freqs), dim=-1).sin()

    def _stale(self, seqlen):
        return seqlen > self._seq_len_cached or (self.training and self._cos_cached.is_inference())

    def forward(self, q, k):
        seqlen = q.shape[-2]
        if self._stale(seqlen):
            self._update_cache(max(seqlen, self._seq_len_cached))
        cos, sin = self._cos_cached[:seqlen], self._sin_cached[:seqlen]
        return q * cos + rotate_half(q) * sin, k * cos + rotate_half(k) * sin
