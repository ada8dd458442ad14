from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

from capture import record


@dataclass
class EncoderConfig:
    vocab_size: int = 200
    hidden_size: int = 32
    num_heads: int = 4
    num_layers: int = 3
    max_positions: int = 64
    eps: float = 1e-6


class SelfAttention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads = cfg.num_heads
        self.scale = (cfg.hidden_size // cfg.num_heads) ** -0.5
        self.qkv = nn.Linear(cfg.hidden_size, 3 * cfg.hidden_size)
        self.out = nn.Linear(cfg.hidden_size, cfg.hidden_size)

    def forward(self, x, mask):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(-1, -2)) * self.scale
        probs = scores.masked_fill(~mask[:, None, None, :], float("-inf")).softmax(-1)
        record("attentions", probs)
        return self.out((probs @ v).transpose(1, 2).reshape(b, t, d))


class EncoderLayer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.norm1 = nn.LayerNorm(cfg.hidden_size, eps=cfg.eps)
        self.norm2 = nn.LayerNorm(cfg.hidden_size, eps=cfg.eps)
        self.attn = SelfAttention(cfg)
        self.up = nn.Linear(cfg.hidden_size, 4 * cfg.hidden_size)
        self.down = nn.Linear(4 * cfg.hidden_size, cfg.hidden_size)

    def forward(self, x, mask):
        x = x + self.attn(self.norm1(x), mask)
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class TextEncoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.tokens = nn.Embedding(cfg.vocab_size, cfg.hidden_size)
        self.positions = nn.Embedding(cfg.max_positions, cfg.hidden_size)
        self.layers = nn.ModuleList(EncoderLayer(cfg) for _ in range(cfg.num_layers))

    def forward(self, ids, mask):
        h = self.tokens(ids) + self.positions.weight[: ids.shape[1]]
        for layer in self.layers:
            h = layer(h, mask)
        weights = mask.unsqueeze(-1).to(h.dtype)
        return (h * weights).sum(1) / weights.sum(1)
