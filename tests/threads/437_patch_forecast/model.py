from dataclasses import dataclass

import torch
from torch import nn

from patching import age_encoding, instance_norm, to_patches


@dataclass
class ForecastConfig:
    patch: int = 16
    width: int = 32
    horizon: int = 8


class PatchForecaster(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.embed = nn.Linear(cfg.patch, cfg.width)
        self.gate = nn.Linear(cfg.width, 1)
        self.mix = nn.Sequential(nn.Linear(cfg.width, cfg.width), nn.GELU())
        self.head = nn.Linear(cfg.width, cfg.horizon)

    def forward(self, history):
        normed, loc, scale = instance_norm(history)
        tokens = self.embed(to_patches(normed, self.cfg.patch))
        tokens = tokens + age_encoding(tokens.shape[1], self.cfg.width, tokens.device)
        weight = torch.softmax(self.gate(tokens), dim=1)
        pooled = (weight * self.mix(tokens)).sum(1)
        return self.head(pooled) * scale + loc
