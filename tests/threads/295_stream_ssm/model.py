from dataclasses import dataclass

import torch.nn as nn

from blocks import Mixer, Residual
from cache import StreamCache


@dataclass
class StreamConfig:
    features: int = 3
    dim: int = 12
    state_size: int = 4
    kernel: int = 3
    depth: int = 4


class StreamModel(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.inp = nn.Linear(cfg.features, cfg.dim)
        self.layers = nn.ModuleList(
            Residual(Mixer(cfg.dim, cfg.state_size, cfg.kernel, i), cfg.dim) for i in range(cfg.depth)
        )
        self.head = nn.Linear(cfg.dim, cfg.features)

    def compile_layers(self, backend):
        for layer in self.layers:
            layer.compile(backend=backend)

    def new_cache(self, batch):
        c = self.cfg
        return StreamCache(c.depth, batch, c.dim, c.state_size, c.kernel)

    def forward(self, x, cache):
        x = self.inp(x)
        for layer in self.layers:
            x = layer(x, cache)
        return self.head(x)
