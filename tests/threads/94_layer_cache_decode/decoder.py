import torch
import torch.nn as nn
import torch.nn.functional as F


def visible(pos, length):
    return torch.arange(length)[None] <= pos[:, None]


class Block(nn.Module):
    def __init__(self, dim, heads, key):
        super().__init__()
        self.heads = heads
        self.key = key
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def split(self, x):
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x, cache, pos):
        layer = cache[self.key]
        q, k, v = map(self.split, self.qkv(self.norm(x)).chunk(3, dim=-1))
        k, v = layer.write(pos, k, v)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=visible(pos, k.shape[2]))
        return x + self.out(y.transpose(1, 2).flatten(2))


class Decoder(nn.Module):
    def __init__(self, vocab, dim, heads, depth):
        super().__init__()
        self.dim = dim
        self.heads = heads
        self.embed = nn.Embedding(vocab, dim)
        self.blocks = nn.ModuleList(
            Block(dim, heads, key=f"decoder.{i}") for i in range(depth)
        )
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens, cache, pos):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x, cache, pos)
        return self.head(x)
