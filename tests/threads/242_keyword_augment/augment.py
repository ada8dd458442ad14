import random

import torch
from torch import nn


class GainJitter(nn.Module):
    """Scales the whole batch by one gain."""

    def __init__(self, low=0.5, high=2.0):
        super().__init__()
        self.low = low
        self.high = high

    def draw(self):
        return self.low + (self.high - self.low) * random.random()

    def forward(self, wave):
        return wave * self.draw()


class PreEmphasis(nn.Module):
    def __init__(self, coef=0.97):
        super().__init__()
        self.coef = coef

    def forward(self, wave):
        head = wave[:, :1]
        return torch.cat([head, wave[:, 1:] - self.coef * wave[:, :-1]], 1)


class NoiseFloor(nn.Module):
    def __init__(self, level=1e-3):
        super().__init__()
        self.level = level

    def forward(self, wave):
        return wave + self.level * torch.randn_like(wave)


class Chain(nn.Module):
    """Applies its stages in training, only the fixed ones in evaluation."""

    def __init__(self, random_stages, fixed_stages):
        super().__init__()
        self.random_stages = nn.ModuleList(random_stages)
        self.fixed_stages = nn.ModuleList(fixed_stages)

    def forward(self, wave):
        if self.training:
            for stage in self.random_stages:
                wave = stage(wave)
        for stage in self.fixed_stages:
            wave = stage(wave)
        return wave
