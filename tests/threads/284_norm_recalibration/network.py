import torch
from torch import nn


class FeatureNorm(nn.Module):
    def __init__(self, channels, learn_gain=True):
        super().__init__()
        self.bn = nn.BatchNorm1d(channels, affine=learn_gain)

    def forward(self, x):
        return self.bn(x.transpose(1, 2)).transpose(1, 2)


class MixerBlock(nn.Module):
    def __init__(self, length, channels):
        super().__init__()
        self.norm1, self.norm2 = FeatureNorm(channels), FeatureNorm(channels)
        self.time = nn.Linear(length, length)
        self.channel = nn.Sequential(nn.Linear(channels, 2 * channels), nn.GELU(), nn.Linear(2 * channels, channels))

    def forward(self, x):
        x = x + self.time(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        return x + self.channel(self.norm2(x))


class Forecaster(nn.Module):
    def __init__(self, length=24, channels=6, horizon=4, depth=2):
        super().__init__()
        self.blocks = nn.ModuleList(MixerBlock(length, channels) for _ in range(depth))
        self.head = nn.Linear(length, horizon)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x.transpose(1, 2)).transpose(1, 2)
