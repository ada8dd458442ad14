from dataclasses import dataclass

import torch
from torch import nn

from encoding import CalendarFeatures, PositionTable


@dataclass
class ForecastConfig:
    history: int = 48
    horizon: int = 12
    dim: int = 24
    lr: float = 4e-3


class LoadForecaster(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.value = nn.Linear(1, cfg.dim)
        self.calendar = CalendarFeatures(cfg.dim)
        self.positions = PositionTable(cfg.history, cfg.dim)
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim)
        self.mlp = nn.Sequential(nn.LayerNorm(cfg.dim), nn.Linear(cfg.dim, 2 * cfg.dim), nn.GELU())
        self.head = nn.Linear(2 * cfg.dim, cfg.horizon)

    def forward(self, load, hours):
        level = load.mean(dim=1, keepdim=True)
        x = self.value((load - level)[..., None]) + self.calendar(hours)
        x = x + self.positions(load.shape[1])
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        weights = torch.softmax(q[:, -1:] @ k.transpose(1, 2) / q.shape[-1] ** 0.5, dim=-1)
        pooled = x[:, -1] + (weights @ v)[:, 0]
        return level + self.head(self.mlp(pooled))
