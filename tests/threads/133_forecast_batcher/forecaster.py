import torch
from torch import nn

from levels import Level, Trend


class Forecaster(nn.Module):
    def __init__(self, streams, features, width):
        super().__init__()
        self.level = Level(streams, features)
        self.trend = Trend()
        self.a = nn.Linear(features, width)
        self.b = nn.Linear(width, features)

    def forward(self, x):
        z = self.level.remove(x)
        h = torch.tanh(self.a(z)).mean(1)
        return self.level.restore(self.b(h) + self.trend(z))
