from dataclasses import dataclass

import torch
import torch.nn as nn

from attention import LocalAttention, ReferenceAttention


@dataclass
class SegConfig:
    image: int = 24
    stride: int = 4
    dim: int = 24
    heads: int = 3
    depth: int = 2
    radius: int = 1
    classes: int = 3

    @property
    def grid(self):
        return (self.image // self.stride, self.image // self.stride)


class PropagationLayer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(cfg.dim), nn.LayerNorm(cfg.dim)
        self.local = LocalAttention(cfg.dim, cfg.heads, cfg.radius)
        self.ref = ReferenceAttention(cfg.dim)

    def forward(self, x, ref, size):
        x = x + self.local(self.norm1(x), size)
        return x + self.ref(self.norm2(x), ref)


class VideoSegmenter(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.stem = nn.Conv2d(3, cfg.dim, cfg.stride, stride=cfg.stride)
        self.layers = nn.ModuleList(PropagationLayer(cfg) for _ in range(cfg.depth))
        self.head = nn.Linear(cfg.dim, cfg.classes)

    def encode(self, frame):
        return self.stem(frame).flatten(2).transpose(1, 2)

    def forward(self, frame, ref):
        x = self.encode(frame)
        for layer in self.layers:
            x = layer(x, ref, self.cfg.grid)
        logits = self.head(x).transpose(1, 2).unflatten(-1, self.cfg.grid)
        return nn.functional.interpolate(logits, scale_factor=self.cfg.stride, mode="nearest")
