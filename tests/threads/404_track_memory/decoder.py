import torch
import torch.nn.functional as F
from torch import nn


class MemoryAttention(nn.Module):
    def __init__(self, dim, heads=4):
        super().__init__()
        self.heads = heads
        self.q = nn.Linear(dim, dim)
        self.kv = nn.Linear(dim, dim * 2)
        self.proj = nn.Linear(dim, dim)

    def split(self, x):
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x, context):
        k, v = self.kv(context).chunk(2, dim=-1)
        out = F.scaled_dot_product_attention(self.split(self.q(x)), self.split(k), self.split(v))
        return self.proj(out.transpose(1, 2).flatten(2))


class TrackDecoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.query = nn.Parameter(torch.randn(cfg.slots, cfg.dim) * 0.5)
        self.read_frame = MemoryAttention(cfg.dim)
        self.read_memory = MemoryAttention(cfg.dim)
        self.ffn = nn.Sequential(nn.Linear(cfg.dim, 64), nn.GELU(), nn.Linear(64, cfg.dim))
        self.to_memory = nn.Linear(cfg.dim, cfg.dim)
        self.score = nn.Linear(cfg.dim, 1)

    def forward(self, frame, memory):
        h = self.query.expand(frame.shape[0], -1, -1)
        h = h + self.read_memory(h, memory)
        h = h + self.read_frame(h, frame)
        h = h + self.ffn(h)
        return self.to_memory(h), self.score(h).squeeze(-1)
