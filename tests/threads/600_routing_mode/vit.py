import torch
from torch import nn
import torch.nn.functional as F

from routing import RoutedAttention


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)
        self.norm2 = nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v)
        x = x + self.proj(y.transpose(1, 2).reshape(b, t, c))
        return x + self.mlp(self.norm2(x))


class ViT(nn.Module):
    def __init__(self, dim=24, depth=3, heads=3, world=4):
        super().__init__()
        self.world = world
        self.patch = nn.Conv2d(3, dim, 8, stride=8)
        self.pos = nn.Parameter(0.02 * torch.randn(1, 16, dim))
        self.blocks = nn.ModuleList(Block(dim, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(dim)

    def embed(self, images):
        return self.patch(images).flatten(2).transpose(1, 2) + self.pos

    def forward(self, images):
        x = self.embed(images)
        with RoutedAttention(self.world):
            for block in self.blocks:
                x = block(x)
        return self.norm(x).mean(dim=1)
