import torch
import torch.nn.functional as F
from torch import nn

from positions import mask_for
from rope import LongRope, rotate


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width, bias=False)

    def forward(self, x, cos, sin):
        b, t, w = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        q, k = rotate(q, cos, sin), rotate(k, cos, sin)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask_for(t))
        return self.out(y.transpose(1, 2).reshape(b, t, w))


class Reader(nn.Module):
    def __init__(self, vocab=50, width=32, heads=4, depth=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.rope = LongRope(width // heads)
        self.layers = nn.ModuleList(Attention(width, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocab, bias=False)

    def forward(self, tokens, position_ids):
        x = self.embed(tokens)
        cos, sin = self.rope(x, position_ids)
        for layer in self.layers:
            x = x + layer(self.norm(x), cos, sin)
        return self.head(self.norm(x))
