import torch
import torch.nn.functional as F
from torch import nn


def is_packed(position_ids):
    return not (torch.diff(position_ids, dim=-1) >= 0).all()


def segment_mask(position_ids):
    segment = (position_ids == 0).cumsum(-1)
    same = segment[:, :, None] == segment[:, None, :]
    return same.tril()[:, None]


def rotate(x, position_ids):
    half = x.shape[-1] // 2
    freqs = 100.0 ** (-torch.arange(half) / half)
    angles = position_ids[:, None, :, None] * freqs
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * angles.cos() - b * angles.sin(), a * angles.sin() + b * angles.cos()], dim=-1)


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x, position_ids):
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
        q, k = rotate(q, position_ids), rotate(k, position_ids)
        if is_packed(position_ids):
            mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=segment_mask(position_ids))
        else:
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(mixed.transpose(1, 2).flatten(2))
