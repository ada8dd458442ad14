import torch
import torch.nn as nn
import torch.nn.functional as F

from positions import FramePositions


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        return x + self.out(F.scaled_dot_product_attention(q, k, v))


class AudioEncoder(nn.Module):
    def __init__(self, hop=40, width=32, depth=2):
        super().__init__()
        self.hop = hop
        self.embed = nn.Linear(hop, width)
        self.positions = FramePositions(width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(depth))

    def forward(self, wave):
        frames = wave.unflatten(-1, (-1, self.hop))
        x = self.embed(frames) + self.positions(frames.shape[-2])
        for block in self.blocks:
            x = block(x)
        return F.normalize(x.mean(dim=-2), dim=-1)
