import torch
from torch import nn
import torch.nn.functional as F


class PatchedLinear(nn.Module):
    def __init__(self, dim, rank=4):
        super().__init__()
        self.base = nn.Linear(dim, dim)
        self.register_buffer("down", torch.zeros(rank, dim))
        self.register_buffer("up", torch.zeros(dim, rank))
        self.percent = 0

    def set_patch(self, down, up, percent):
        self.down.copy_(down)
        self.up.copy_(up)
        self.percent = percent

    def delta(self):
        return (self.up @ self.down) * (self.percent / 100)

    def forward(self, x):
        return F.linear(x, self.base.weight + self.delta(), self.base.bias)


class Denoiser(nn.Module):
    def __init__(self, dim=32, depth=3):
        super().__init__()
        self.time = nn.Linear(1, dim)
        self.blocks = nn.ModuleList(PatchedLinear(dim) for _ in range(depth))
        self.norm = nn.LayerNorm(dim)

    def patched_layers(self):
        return list(self.blocks)

    def forward(self, x, t):
        h = x + self.time(t)
        for block in self.blocks:
            h = h + F.gelu(block(self.norm(h)))
        return h - x
