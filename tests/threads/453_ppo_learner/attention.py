"""Windowed causal attention used by the trajectory policy."""
import functools
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


def causal_window(length, window):
    offset = torch.arange(length)[:, None] - torch.arange(length)
    return (offset >= 0) & (offset < window)


def masked_attention(q, k, v, scale, mask):
    scores = (q @ k.transpose(-2, -1)) * scale
    scores = scores.masked_fill(~mask, float("-inf"))
    return scores.softmax(-1) @ v


class WindowAttention(nn.Module):
    def __init__(self, dim, heads, horizon, window):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)
        self.register_buffer("mask", causal_window(horizon, window), persistent=False)
        self._attend = None

    def attend_fn(self):
        scale = 1.0 / math.sqrt(self.proj.in_features // self.heads)
        return functools.partial(masked_attention, scale=scale)

    def forward(self, x):
        b, t, d = x.shape
        if self._attend is None:
            self._attend = self.attend_fn()
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        out = self._attend(q, k, v, mask=self.mask)
        return self.proj(F.silu(out.transpose(1, 2).reshape(b, t, d)))
