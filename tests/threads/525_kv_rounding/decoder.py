import torch
from torch import nn

from layout import causal_bias, join_heads, split_heads
from rounding import RangeObserver, round_trip


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.key_scale = self.value_scale = 1.0

    def calibrate(self, x):
        _, k, v = self.qkv(x).chunk(3, dim=-1)
        keys, values = RangeObserver(), RangeObserver()
        keys.observe(k)
        values.observe(v)
        self.key_scale, self.value_scale = keys.scale, values.scale

    def forward(self, x, bias):
        q, k, v = (split_heads(t, self.heads) for t in self.qkv(x).chunk(3, dim=-1))
        k = round_trip(k, self.key_scale)
        v = round_trip(v, self.value_scale)
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        return self.out(join_heads(torch.softmax(scores + bias, dim=-1) @ v))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.attn = Attention(width, heads)
        self.norm2 = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x, bias):
        x = x + self.attn(self.norm1(x), bias)
        return x + self.mlp(self.norm2(x))


class Decoder(nn.Module):
    def __init__(self, vocab, width=32, heads=4, depth=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(depth))
        self.head = nn.Linear(width, vocab)

    @torch.no_grad()
    def calibrate(self, tokens):
        x, bias = self.embed(tokens), causal_bias(tokens.shape[1])
        for block in self.blocks:
            block.attn.calibrate(block.norm1(x))
            x = block(x, bias)

    def forward(self, tokens, bias):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x, bias)
        return self.head(x)
