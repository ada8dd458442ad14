import torch
import torch.nn as nn
import torch.nn.functional as F


class WindowAttention(nn.Module):
    def __init__(self, width, heads, reach):
        super().__init__()
        self.heads = heads
        self.reach = reach
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width, bias=False)

    def mask(self, length):
        rows = torch.arange(length)
        distance = rows[:, None] - rows[None, :]
        return (distance >= 0) & (distance < self.reach)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind(0)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=self.mask(length))
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width))


class TinyLM(nn.Module):
    def __init__(self, vocab=32, width=32, heads=4, depth=2, reach=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.blocks = nn.ModuleList(WindowAttention(width, heads, reach) for _ in range(depth))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocab)

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = x + block(self.norm(x))
        return self.head(self.norm(x))
