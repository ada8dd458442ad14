import torch.nn.functional as F
from torch import nn

from layout import causal_mask, describe, document_mask


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x, layout):
        batch, size, width = x.shape
        q, k, v = self.qkv(x).view(batch, size, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        if layout.packed:
            mask = document_mask(layout.positions)
        else:
            mask = causal_mask(size)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.out(mixed.transpose(1, 2).reshape(batch, size, width))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x, layout):
        x = x + self.attention(self.norm1(x), layout)
        return x + self.mlp(self.norm2(x))


class TinyLM(nn.Module):
    def __init__(self, vocab, width, heads, layers, longest=64):
        super().__init__()
        self.tokens = nn.Embedding(vocab, width)
        self.places = nn.Embedding(longest, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.head = nn.Linear(width, vocab)

    def forward(self, tokens, positions):
        layout = describe(positions)
        x = self.tokens(tokens) + self.places(positions)
        for block in self.blocks:
            x = block(x, layout)
        return self.head(x)
