import math
from dataclasses import dataclass

import torch
from torch import nn

from packing import describe, same_segment


@dataclass
class RetentionConfig:
    vocab_size: int = 120
    dim: int = 32
    heads: int = 4
    layers: int = 2
    max_positions: int = 64


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


class Retention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads = cfg.heads
        self.norm = RMSNorm(cfg.dim)
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim, bias=False)
        self.out = nn.Linear(cfg.dim, cfg.dim, bias=False)
        decay = 1 - torch.exp2(-2.0 - torch.arange(cfg.heads, dtype=torch.float32))
        self.register_buffer("log_decay", decay.log())

    def forward(self, x, positions, mask):
        t, d = x.shape
        q, k, v = self.qkv(self.norm(x)).view(t, 3, self.heads, -1).permute(1, 2, 0, 3)
        gap = (positions[:, None] - positions[None, :]).clamp(min=0)
        decay = torch.exp(gap * self.log_decay[:, None, None])
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        mixed = torch.where(mask, scores * decay, 0.0) @ v
        return x + self.out(mixed.transpose(0, 1).reshape(t, d))


class RetentionLM(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.tokens = nn.Embedding(cfg.vocab_size, cfg.dim)
        self.positions = nn.Embedding(cfg.max_positions, cfg.dim)
        self.layers = nn.ModuleList(Retention(cfg) for _ in range(cfg.layers))
        self.norm = RMSNorm(cfg.dim)

    def forward(self, ids, cu_seqlens):
        seg = describe(cu_seqlens, self.cfg.max_positions)
        mask = same_segment(seg)
        x = self.tokens(ids) + self.positions(seg.position_ids)
        for layer in self.layers:
            x = layer(x, seg.position_ids, mask)
        return self.norm(x) @ self.tokens.weight.t()
