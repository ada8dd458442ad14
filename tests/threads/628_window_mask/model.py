from dataclasses import dataclass

import torch
from torch import nn

from masks import causal_bias, clip_window, window_start


@dataclass
class Config:
    vocab: int = 50
    width: int = 32
    heads: int = 4
    layers: int = 2
    window: int = 6
    max_len: int = 20


class WindowAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.heads = config.heads
        self.window = config.window
        self.qkv = nn.Linear(config.width, 3 * config.width)
        self.out = nn.Linear(config.width, config.width)

    def forward(self, x, bias, cache, cache_position, start):
        b, n, w = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        k, v = cache.update(k, v, cache_position)
        k = clip_window(k, start, self.window, dim=2)
        v = clip_window(v, start, self.window, dim=2)
        bias = clip_window(bias, start, self.window, dim=1)
        h = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        return self.out(h.transpose(1, 2).reshape(b, n, w))


class Decoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embed = nn.Embedding(config.vocab, config.width)
        self.layers = nn.ModuleList(WindowAttention(config) for _ in range(config.layers))
        self.head = nn.Linear(config.width, config.vocab)
        self.register_buffer("bias", causal_bias(config.max_len))

    def forward(self, tokens, cache, cache_position):
        h = self.embed(tokens)
        bias = self.bias[cache_position]
        start = window_start(cache_position, self.config.window)
        for layer, store in zip(self.layers, cache):
            h = h + layer(h, bias, store, cache_position, start)
        return self.head(h[:, -1])
