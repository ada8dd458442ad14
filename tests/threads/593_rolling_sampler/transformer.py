import math

import torch
import torch.nn.functional as F
from torch import nn


def timestep_embedding(t, dim):
    freqs = torch.exp(-math.log(1000.0) * torch.arange(dim // 2) / (dim // 2))
    angles = t.float()[..., None] * freqs
    return torch.cat([angles.cos(), angles.sin()], dim=-1)


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)

    def split(self, x):
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x, memory):
        q, k, v = self.qkv(self.norm(torch.cat([memory, x], dim=1))).chunk(3, dim=-1)
        q = q[:, memory.shape[1]:]
        mixed = F.scaled_dot_product_attention(self.split(q), self.split(k), self.split(v))
        return x + self.out(mixed.transpose(1, 2).flatten(2))


class FrameDenoiser(nn.Module):
    def __init__(self, width, heads, depth, memory):
        super().__init__()
        self.width = width
        self.memory_size = memory
        self.time = nn.Linear(width, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(depth))
        self.head = nn.Linear(width, width)

    def roll(self, memory, x):
        return torch.cat([memory, x], dim=1)[:, -self.memory_size:].contiguous()

    def forward(self, x, t, memory):
        clean = t[0, 0].item() == 0
        x = x + self.time(timestep_embedding(t, self.width))
        for block in self.blocks:
            x = block(x, memory)
        if clean:
            memory = self.roll(memory, x)
        return self.head(x), memory
