import torch
import torch.nn.functional as F
from torch import nn

from rotary import RotaryTable, rotate


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x, cos, sin, mask):
        b, t, w = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, w // self.heads).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(rotate(q, cos, sin), rotate(k, cos, sin), v, attn_mask=mask)
        return self.out(y.transpose(1, 2).reshape(b, t, w))


class TinyLlama(nn.Module):
    def __init__(self, vocab=64, width=32, heads=2, layers=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.rotary = RotaryTable(width // heads)
        self.blocks = nn.ModuleList(Attention(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)

    def span(self, positions):
        return positions.max() + 1

    def forward(self, tokens, positions, keep):
        self.rotary.reserve(self.span(positions))
        cos, sin = self.rotary.rows(positions)
        t = tokens.shape[1]
        causal = torch.ones(t, t, dtype=torch.bool).tril()
        mask = (causal & keep[:, None, :]) | torch.eye(t, dtype=torch.bool)
        x = self.embed(tokens)
        for block in self.blocks:
            x = x + block(self.norm(x), cos, sin, mask.unsqueeze(1))
        return self.norm(x) @ self.embed.weight.T / x.shape[-1]
