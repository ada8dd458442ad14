import torch
import torch.nn as nn
import torch.nn.functional as F


class LoraLinear(nn.Module):
    """Frozen projection with a low rank update beside it."""

    def __init__(self, d_in, d_out, rank):
        super().__init__()
        self.base = nn.Linear(d_in, d_out, bias=False)
        self.base.weight.requires_grad_(False)
        self.down = nn.Parameter(torch.zeros(rank, d_in), requires_grad=False)
        self.up = nn.Parameter(torch.zeros(d_out, rank), requires_grad=False)
        self.register_buffer("scaling", torch.ones(()))

    def forward(self, x):
        delta = F.linear(F.linear(x, self.down), self.up)
        return self.base(x) + self.scaling * delta


class Block(nn.Module):
    def __init__(self, dim, heads, rank):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(dim)
        self.norm2 = nn.LayerNorm(dim)
        self.qkv = LoraLinear(dim, 3 * dim, rank)
        self.out = LoraLinear(dim, dim, rank)
        self.ff = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(b, t, d))
        return x + self.ff(self.norm2(x))


class TinyLM(nn.Module):
    def __init__(self, vocab=64, dim=32, heads=4, depth=2, rank=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.blocks = nn.ModuleList([Block(dim, heads, rank) for _ in range(depth)])
        self.norm = nn.LayerNorm(dim)

    def forward(self, ids):
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.embed.weight.T
