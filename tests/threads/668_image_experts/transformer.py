import torch
import torch.nn.functional as F
from torch import nn

from experts import ExpertLayer


class ImageBlock(nn.Module):
    def __init__(self, width, heads=4):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width, elementwise_affine=False)
        self.norm2 = nn.LayerNorm(width, elementwise_affine=False)
        self.modulate = nn.Linear(width, 4 * width)
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)
        self.experts = ExpertLayer(width, 2 * width)

    def forward(self, x, cond):
        shift1, scale1, shift2, scale2 = self.modulate(cond).unsqueeze(1).chunk(4, -1)
        h = self.norm1(x) * (1 + scale1) + shift1
        q, k, v = self.qkv(h).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        x = x + self.proj(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2))
        return x + self.experts(self.norm2(x) * (1 + scale2) + shift2)


class ImageTransformer(nn.Module):
    def __init__(self, channels=4, width=32, depth=2):
        super().__init__()
        self.inp = nn.Linear(channels, width)
        self.time = nn.Linear(1, width)
        self.blocks = nn.ModuleList(ImageBlock(width) for _ in range(depth))
        self.out = nn.Linear(width, channels)

    def forward(self, latents, t):
        cond = torch.sin(self.time(t))
        x = self.inp(latents)
        for block in self.blocks:
            x = block(x, cond)
        return self.out(x)
