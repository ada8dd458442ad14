import torch.nn.functional as F
from torch import nn

from masks import MaskCache


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)

    def forward(self, hidden, bias):
        rows, length, width = hidden.shape
        parts = self.qkv(self.norm(hidden)).view(rows, length, 3, self.heads, -1)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        return hidden + self.out(mixed.transpose(1, 2).reshape(rows, length, width))


class Reader(nn.Module):
    def __init__(self, vocab, width=32, heads=4, layers=3):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.layers = nn.ModuleList(Layer(width, heads) for _ in range(layers))
        self.masks = MaskCache(heads)
        self.head = nn.Linear(width, vocab)

    def forward(self, tokens, lengths):
        hidden = self.embed(tokens)
        for layer in self.layers:
            hidden = layer(hidden, self.masks.lookup(lengths, tokens.shape[1]))
        return self.head(hidden)
