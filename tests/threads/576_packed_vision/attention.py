import torch
import torch.nn as nn
import torch.nn.functional as F

from packing import segment_lengths


class VisionAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)

    def attend(self, q, k, v, cu_seqlens):
        lengths = segment_lengths(cu_seqlens)
        parts = zip(*(torch.split(t, lengths, dim=1) for t in (q, k, v)))
        return torch.cat([F.scaled_dot_product_attention(*p) for p in parts], dim=1)

    def forward(self, x, cu_seqlens):
        n, d = x.shape
        q, k, v = self.qkv(x).view(n, 3, self.heads, d // self.heads).permute(1, 2, 0, 3)
        y = self.attend(q, k, v, cu_seqlens)
        return self.proj(y.transpose(0, 1).reshape(n, d))
