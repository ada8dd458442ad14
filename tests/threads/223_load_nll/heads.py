import torch
import torch.nn.functional as F
from torch import nn


class GaussianHead(nn.Module):
    """Mean and variance of every step of the horizon."""

    def __init__(self, width: int, horizon: int, floor: float = 1e-4):
        super().__init__()
        self.horizon, self.floor = horizon, floor
        self.proj = nn.Linear(width, 2 * horizon)

    def forward(self, h: torch.Tensor):
        mean, raw = self.proj(h).split(self.horizon, dim=-1)
        return mean, F.softplus(raw) + self.floor


class PointHead(nn.Module):
    def __init__(self, width: int, horizon: int):
        super().__init__()
        self.proj = nn.Linear(width, horizon)

    def forward(self, h: torch.Tensor):
        mean = self.proj(h)
        return mean, torch.ones_like(mean)
