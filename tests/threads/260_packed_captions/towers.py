import torch
import torch.nn.functional as F
from torch import nn

from packing import block_mask, flip_sequences


class EncoderLayer(nn.Module):
    def __init__(self, dim, heads=4):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.qkv, self.proj = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.mlp = nn.Sequential(
            nn.Linear(dim, 2 * dim), nn.GELU(approximate="tanh"), nn.Linear(2 * dim, dim))

    def forward(self, x, mask=None):
        t, d = x.shape[-2:]
        qkv = self.qkv(self.norm1(x)).view(-1, t, 3, self.heads, d // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = x + self.proj(y.transpose(1, 2).reshape(x.shape))
        return x + self.mlp(self.norm2(x))


class TextTower(nn.Module):
    def __init__(self, vocab=120, dim=32, depth=2, max_len=32):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, dim), nn.Embedding(max_len, dim)
        self.layers = nn.ModuleList(EncoderLayer(dim) for _ in range(depth))
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, dim)

    def forward(self, tokens, position_ids):
        x = self.tok(tokens) + self.pos(position_ids)
        mask = block_mask(position_ids)
        for layer in self.layers:
            x = layer(x, mask)
        return self.head(flip_sequences(self.norm(x), position_ids))


class ImageTower(nn.Module):
    def __init__(self, dim=32, patch=4, size=16, depth=2):
        super().__init__()
        self.patch = nn.Conv2d(3, dim, patch, stride=patch)
        self.pos = nn.Parameter(torch.randn((size // patch) ** 2, dim) * 0.1)
        self.layers = nn.ModuleList(EncoderLayer(dim) for _ in range(depth))

    def forward(self, pixels):
        x = self.patch(pixels).flatten(2).transpose(1, 2) + self.pos
        for layer in self.layers:
            x = layer(x)
        return x.mean(1)
