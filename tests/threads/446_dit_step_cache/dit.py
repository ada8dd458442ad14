import torch
import torch.nn as nn
import torch.nn.functional as F

from stepcache import active_cache


class DiTBlock(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(dim, elementwise_affine=False)
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.mod = nn.Linear(dim, 2 * dim)

    def forward(self, x, emb):
        b, n, d = x.shape
        scale, gate = self.mod(F.silu(emb))[:, None].chunk(2, -1)
        h = self.norm(x) * (1 + scale)
        q, k, v = self.qkv(h).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        h = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, n, d)
        return x + gate * self.out(F.gelu(h))


class DiT(nn.Module):
    def __init__(self, dim=32, heads=4, depth=4):
        super().__init__()
        self.time = nn.Linear(2, dim)
        self.blocks = nn.ModuleList(DiTBlock(dim, heads) for _ in range(depth))
        self.head = nn.Linear(dim, dim)

    def forward(self, x, t):
        emb = self.time(torch.stack([t.sin(), t.cos()], -1))
        first, *rest = self.blocks
        h = first(x, emb)
        if (cache := active_cache()) is not None:
            cache.observe(h - x)
        for block in rest:
            h = block(h, emb)
        return self.head(h)
