import torch
from torch import nn


class Level(nn.Module):
    """Removes a level that is kept for each feeder, and puts it back."""

    def __init__(self, streams, features):
        super().__init__()
        self.register_buffer("level", torch.full((streams, 1, features), 0.9))
        self.gain = nn.Parameter(torch.ones(features))

    def remove(self, x):
        return (x - self.level) * self.gain

    def restore(self, y):
        return y / self.gain + self.level.squeeze(1)


class Trend(nn.Module):
    """Slope over the window, by least squares."""

    def forward(self, x):
        t = torch.arange(x.shape[1], dtype=x.dtype)
        t = t - t.mean()
        return (x * t[None, :, None]).sum(1) / (t * t).sum()
