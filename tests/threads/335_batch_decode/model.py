import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, index, width, heads):
        super().__init__()
        self.index, self.heads = index, heads
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width, bias=False)

    def forward(self, x, cos, sin, bias, columns, cache):
        b, t, width = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        q, k = q * cos + q.flip(-1) * sin, k * cos + k.flip(-1) * sin
        k, v = cache.write(self.index, columns, k, v)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        return self.out(y.transpose(1, 2).reshape(b, t, width))


class Decoder(nn.Module):
    def __init__(self, vocab=61, width=32, heads=4, layers=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.layers = nn.ModuleList(Attention(i, width, heads) for i in range(layers))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Parameter(torch.randn(width, vocab))
        self.register_buffer("freq", 1.0 / 100 ** torch.linspace(0, 1, width // heads))

    def forward(self, tokens, position_ids, columns, bias, cache):
        angle = position_ids[:, None, :, None] * self.freq
        cos, sin = angle.cos(), angle.sin()
        x = self.embed(tokens)
        for layer in self.layers:
            x = x + layer(self.norm(x), cos, sin, bias, columns, cache)
        return self.norm(x[:, -1]) @ self.head
