import math

import torch
import torch.nn.functional as F
from torch import nn

from adapters import LoraLinear


def timestep_embedding(t, dim):
    freqs = torch.exp(-math.log(1000.0) * torch.arange(dim // 2) / (dim // 2))
    args = t[:, None] * freqs
    return torch.cat([args.cos(), args.sin()], dim=-1)


class Block(nn.Module):
    def __init__(self, dim, heads=4):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(dim)
        self.to_qkv = LoraLinear(nn.Linear(dim, 3 * dim))
        self.to_out = LoraLinear(nn.Linear(dim, dim))
        self.shift = nn.Linear(dim, dim)

    def forward(self, x, temb):
        b, t, d = x.shape
        h = self.norm(x) + self.shift(F.silu(temb))[:, None]
        q, k, v = self.to_qkv(h).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        h = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, t, d)
        return x + self.to_out(h)


class Denoiser(nn.Module):
    def __init__(self, channels=4, dim=32, depth=2):
        super().__init__()
        self.dim = dim
        self.inp = nn.Linear(channels, dim)
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))
        self.out = nn.Linear(dim, channels)

    def forward(self, x, t):
        temb = timestep_embedding(t, self.dim)
        h = self.inp(x)
        for block in self.blocks:
            h = block(h, temb)
        return self.out(h)

    def lora_layers(self):
        return {k: m for k, m in self.named_modules() if isinstance(m, LoraLinear)}
