import torch
from torch import nn

from bounds import Interval
from spline import rational_quadratic


class SplineCoupling(nn.Module):
    def __init__(self, channels, bins, interval):
        super().__init__()
        self.half, self.bins, self.interval = channels // 2, bins, interval
        self.net = nn.Sequential(nn.Conv1d(self.half, 24, 3, padding=1), nn.ReLU(),
                                 nn.Conv1d(24, self.half * (3 * bins + 1), 1))

    def forward(self, x):
        a, b = x.chunk(2, dim=1)
        raw = self.net(a).view(x.shape[0], self.half, -1, x.shape[-1]).transpose(2, 3)
        w, h, d = raw.split([self.bins, self.bins, self.bins + 1], dim=-1)
        b, logdet = rational_quadratic(b, w, h, d, self.interval)
        return torch.cat([b, a], dim=1), logdet.sum((1, 2))


class DurationFlow(nn.Module):
    def __init__(self, channels=4, layers=3, bins=6, bound=4.0):
        super().__init__()
        self.interval = Interval(-bound, bound)
        self.layers = nn.ModuleList(SplineCoupling(channels, bins, self.interval) for _ in range(layers))

    def forward(self, x):
        total = x.new_zeros(x.shape[0])
        for layer in self.layers:
            x, logdet = layer(x)
            total = total + logdet
        return x, total
