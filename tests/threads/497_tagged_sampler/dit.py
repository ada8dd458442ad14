import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.mix = nn.Linear(dim, dim)
        self.time = nn.Linear(1, dim)

    def forward(self, x, t, options):
        h = self.mix(self.norm(x)) + self.time(t)[:, None]
        for patch in options.get("patches", {}).get("block_out", []):
            h = patch(h, options)
        return x + torch.tanh(h)


class DiT(nn.Module):
    def __init__(self, dim=16, depth=3):
        super().__init__()
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))
        self.out = nn.Linear(dim, dim)

    def forward(self, x, t, context, transformer_options):
        x = x + context
        for block in self.blocks:
            x = block(x, t, transformer_options)
        return self.out(x)
