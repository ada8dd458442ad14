import torch.nn as nn

from attention import VisionAttention


class VisionBlock(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.norm1 = nn.LayerNorm(dim)
        self.attn = VisionAttention(dim, heads)
        self.norm2 = nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x, cu_seqlens):
        x = x + self.attn(self.norm1(x), cu_seqlens)
        return x + self.mlp(self.norm2(x))


class VisionEncoder(nn.Module):
    def __init__(self, patch_dim, dim=32, heads=2, depth=3, out=16):
        super().__init__()
        self.embed = nn.Linear(patch_dim, dim)
        self.blocks = nn.ModuleList(VisionBlock(dim, heads) for _ in range(depth))
        self.merger = nn.Linear(dim, out)

    def forward(self, patches, cu_seqlens):
        x = self.embed(patches)
        for block in self.blocks:
            x = block(x, cu_seqlens)
        return self.merger(x)
