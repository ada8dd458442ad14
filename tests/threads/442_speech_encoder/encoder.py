from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

from numerics import limit_range, masked_softmax


@dataclass
class EncoderConfig:
    mels: int = 20
    dim: int = 32
    heads: int = 4
    layers: int = 3
    frames: int = 48
    dtype: torch.dtype = torch.float16


class SelfAttention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads, self.scale = cfg.heads, (cfg.dim // cfg.heads) ** -0.5
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim)
        self.out = nn.Linear(cfg.dim, cfg.dim)

    def forward(self, x, mask):
        b, n, d = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        w = masked_softmax(q @ k.transpose(-1, -2) * self.scale, mask).to(x.dtype)
        return self.out((w @ v).transpose(1, 2).reshape(b, n, d))


class EncoderLayer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.attn_norm, self.ff_norm = nn.LayerNorm(cfg.dim), nn.LayerNorm(cfg.dim)
        self.attn = SelfAttention(cfg)
        self.fc1, self.fc2 = nn.Linear(cfg.dim, 4 * cfg.dim), nn.Linear(4 * cfg.dim, cfg.dim)

    def forward(self, x, mask):
        x = x + self.attn(self.attn_norm(x), mask)
        x = x + self.fc2(F.gelu(self.fc1(self.ff_norm(x))))
        return limit_range(x)


class SpeechEncoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.conv1 = nn.Conv1d(cfg.mels, cfg.dim, 3, padding=1)
        self.conv2 = nn.Conv1d(cfg.dim, cfg.dim, 3, stride=2, padding=1)
        self.pos = nn.Parameter(torch.randn(cfg.frames // 2, cfg.dim) * 0.1)
        self.layers = nn.ModuleList(EncoderLayer(cfg) for _ in range(cfg.layers))
        self.norm = nn.LayerNorm(cfg.dim)

    def forward(self, mel, lengths):
        x = F.gelu(self.conv2(F.gelu(self.conv1(mel)))).transpose(1, 2) + self.pos
        steps = torch.arange(x.shape[1])
        mask = (steps < lengths[:, None] // 2)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        return self.norm(x)
