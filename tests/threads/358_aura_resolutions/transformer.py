import torch
import torch.nn.functional as F
from torch import nn

from embeddings import PatchEmbed, TimestepEmbed


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(dim, elementwise_affine=False)
        self.mod = nn.Linear(dim, 2 * dim)
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x, temb):
        shift, scale = self.mod(temb)[:, None].chunk(2, dim=-1)
        y = self.norm(x) * (1 + scale) + shift
        b, n, d = y.shape
        q, k, v = self.qkv(y).view(b, n, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, n, d)
        x = x + self.out(y)
        return x + self.mlp(self.norm(x))


class Transformer2D(nn.Module):
    def __init__(self, channels=4, dim=32, heads=4, depth=1):
        super().__init__()
        self.patch = PatchEmbed(channels, dim)
        self.time = TimestepEmbed(dim)
        self.blocks = nn.ModuleList(Block(dim, heads) for _ in range(depth))
        self.head = nn.Linear(dim, channels * 4)

    def forward(self, latent, t):
        b, c, h, w = latent.shape
        x, temb = self.patch(latent), self.time(t)
        for block in self.blocks:
            x = block(x, temb)
        x = self.head(x).view(b, h // 2, w // 2, c, 2, 2)
        return x.permute(0, 3, 1, 4, 2, 5).reshape(b, c, h, w)
