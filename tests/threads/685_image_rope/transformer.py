import torch
import torch.nn as nn
import torch.nn.functional as F

from rope import Rope2d, rotate


class JointBlock(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.ffn = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 2 * dim), nn.SiLU(), nn.Linear(2 * dim, dim))

    def forward(self, x, rope):
        b, n, d = x.shape
        q, k, v = self.qkv(self.norm(x)).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(rotate(q, *rope), rotate(k, *rope), v)
        x = x + self.out(y.transpose(1, 2).reshape(b, n, d))
        return x + self.ffn(x)


class JointTransformer(nn.Module):
    def __init__(self, channels, dim=32, heads=2, depth=2, width=4):
        super().__init__()
        self.embed = nn.Linear(channels, dim)
        self.time = nn.Linear(1, dim)
        self.rope = Rope2d(dim // heads, width)
        self.blocks = nn.ModuleList(JointBlock(dim, heads) for _ in range(depth))
        self.head = nn.Linear(dim, channels)

    def forward(self, latents, text, t, image_mask):
        x = torch.cat([text, self.embed(latents)], dim=1) + self.time(t)
        rope = self.rope(image_mask)
        for block in self.blocks:
            x = block(x, rope)
        return self.head(x[:, text.shape[1]:])
