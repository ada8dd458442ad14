import torch.nn as nn
import torch.nn.functional as F

from rope import GridRope, apply_rope


class DiTBlock(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)
        self.shift = nn.Linear(dim, dim)

    def forward(self, x, cond, rope):
        b, n, d = x.shape
        qkv = self.qkv(self.norm(x) + self.shift(cond)[:, None])
        q, k, v = qkv.view(b, n, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(apply_rope(q, rope), apply_rope(k, rope), v)
        return x + self.proj(y.transpose(1, 2).reshape(b, n, d))


class Transformer(nn.Module):
    def __init__(self, channels=4, dim=32, heads=2, depth=2):
        super().__init__()
        self.embed = nn.Linear(channels, dim)
        self.time = nn.Sequential(nn.Linear(1, dim), nn.SiLU(), nn.Linear(dim, dim))
        self.rope = GridRope(dim // heads)
        self.blocks = nn.ModuleList(DiTBlock(dim, heads) for _ in range(depth))
        self.out = nn.Linear(dim, channels)

    def forward(self, latents, timestep):
        rows, cols = latents.shape[-2:]
        rope = self.rope(rows, cols)
        x = self.embed(latents.flatten(2).transpose(1, 2))
        cond = self.time(timestep[:, None])
        for block in self.blocks:
            x = block(x, cond, rope)
        return self.out(x).transpose(1, 2).reshape(latents.shape)
