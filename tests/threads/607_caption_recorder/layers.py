import torch.nn.functional as F
from torch import nn


class CrossAttention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)

    def forward(self, x, audio):
        return F.scaled_dot_product_attention(self.query(x), self.key(audio), self.value(audio))


class DecoderLayer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.cross = CrossAttention(width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x, audio):
        x = x + self.cross(self.norm(x), audio)
        return x + self.mlp(x)
