import math

import torch
import torch.nn as nn


class PagedAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.scale = 1.0 / math.sqrt(dim)

    def gather(self, cache, meta, i):
        slots = meta.block_tables[:, i, None] * meta.block_size
        return cache[slots + torch.arange(meta.block_size)]

    def forward(self, q, k_cache, v_cache, meta):
        top = torch.full_like(q[:, :1], -1e4)
        norm = torch.zeros_like(top)
        acc = torch.zeros_like(q)
        for i in range(meta.num_blocks):
            k = self.gather(k_cache, meta, i)
            v = self.gather(v_cache, meta, i)
            pos = i * meta.block_size + torch.arange(meta.block_size)
            score = (k * q[:, None]).sum(-1) * self.scale
            score = score.masked_fill(pos >= meta.seq_lens[:, None], float("-inf"))
            new_top = torch.maximum(top, score.amax(-1, keepdim=True))
            p = torch.exp(score - new_top)
            fade = torch.exp(top - new_top)
            norm = norm * fade + p.sum(-1, keepdim=True)
            acc = acc * fade + (p[..., None] * v).sum(1)
            top = new_top
        return acc / norm
