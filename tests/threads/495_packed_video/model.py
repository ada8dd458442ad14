import torch
from torch import nn

from attention import JointAttention


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.norm_x = nn.LayerNorm(dim)
        self.norm_y = nn.LayerNorm(dim)
        self.attn = JointAttention(dim, heads)
        self.mlp = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x, y, packed):
        x = x + self.attn(self.norm_x(x), self.norm_y(y), packed)
        return x + self.mlp(x)


class VideoDiT(nn.Module):
    def __init__(self, dim=32, heads=4, depth=2):
        super().__init__()
        self.blocks = nn.ModuleList(Block(dim, heads) for _ in range(depth))
        self.head = nn.Linear(dim, dim)

    def forward(self, x, y, packed, sigma):
        h = x * (1.0 + sigma).rsqrt()
        for block in self.blocks:
            h = block(h, y, packed)
        return self.head(h)


def count_parameters(model):
    return sum(p.numel() for p in model.parameters())


@torch.no_grad()
def euler_sample(model, x, y, packed, sigmas):
    for now, after in zip(sigmas[:-1], sigmas[1:]):
        x = x + (after - now) * model(x, y, packed, now)
    return x
