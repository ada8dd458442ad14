import math

import torch
import torch.nn.functional as F
from torch import nn


class AdaNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.proj = nn.Linear(width, 2 * width)

    def forward(self, x, cond):
        scale, shift = self.proj(cond).unsqueeze(1).chunk(2, dim=-1)
        return F.layer_norm(x, (self.width,)) * (1 + scale) + shift


def temperature(depth):
    """Deeper layers attend a little more softly."""
    return 1.0 / (1.0 + 0.1 * math.sqrt(depth))


class Attention(nn.Module):
    def __init__(self, width, heads, depth):
        super().__init__()
        self.heads = heads
        self.depth = depth
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        b, n, c = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        logits = q @ k.transpose(-2, -1) / math.sqrt(c // self.heads)
        weights = (logits * temperature(self.depth)).softmax(dim=-1)
        return self.out((weights @ v).transpose(1, 2).reshape(b, n, c))


class FeedForward(nn.Module):
    def __init__(self, width, mult=4):
        super().__init__()
        self.mult = mult
        self.up = nn.Linear(width, mult * width)
        self.down = nn.Linear(mult * width, width)

    def forward(self, x):
        return self.down(F.gelu(self.up(x))) / math.sqrt(self.mult)
