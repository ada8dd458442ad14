import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x, cache):
        b, t, w = x.shape
        q, k, v = self.qkv(self.norm(x)).view(b, t, 3, self.heads, w // self.heads).permute(2, 0, 3, 1, 4)
        keys, values = cache.update(k, v)
        y = F.scaled_dot_product_attention(q, keys, values, attn_mask=cache.mask(t))
        x = x + self.out(y.transpose(1, 2).reshape(b, t, w))
        return x + self.mlp(x)


class ChunkReader(nn.Module):
    def __init__(self, vocab=90, labels=5, width=32, heads=4, layers=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.head = nn.Linear(width, labels)

    def forward(self, tokens, cache):
        x = self.embed(tokens)
        for index, block in enumerate(self.blocks):
            x = block(x, cache[index])
        return self.head(x[:, -1])
