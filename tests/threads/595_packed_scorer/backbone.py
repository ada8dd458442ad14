import torch
from torch import nn

from attention import Attention


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.SiLU(), nn.Linear(2 * width, width))

    def forward(self, x, position_ids):
        x = x + self.attention(self.norm1(x), position_ids)
        return x + self.mlp(self.norm2(x))


class Backbone(nn.Module):
    def __init__(self, vocab, width, heads, depth):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.layers = nn.ModuleList(Layer(width, heads) for _ in range(depth))
        self.head = nn.Linear(width, vocab)

    def forward(self, ids, position_ids=None):
        if position_ids is None:
            position_ids = torch.arange(ids.shape[1]).expand(ids.shape[0], -1)
        x = self.embed(ids)
        for layer in self.layers:
            x = layer(x, position_ids)
        return self.head(x)
