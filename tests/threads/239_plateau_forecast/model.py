import torch
from torch import nn


class DecompForecaster(nn.Module):
    """Trend/season split with one linear head each (DLinear style)."""

    def __init__(self, window, horizon, kernel=5):
        super().__init__()
        self.kernel = kernel
        self.trend = nn.Linear(window, horizon)
        self.season = nn.Linear(window, horizon)

    def forward(self, x):
        pad = self.kernel // 2
        padded = nn.functional.pad(x[:, None], (pad, pad), mode="replicate")
        trend = nn.functional.avg_pool1d(padded, self.kernel, 1)[:, 0]
        return self.trend(trend) + self.season(x - trend)


def make_windows(n, window, horizon):
    t = torch.arange(n + window + horizon, dtype=torch.float32)
    series = 0.01 * t + torch.sin(t / 6.0) + 0.3 * torch.randn(t.shape)
    frames = series.unfold(0, window + horizon, 1)
    return frames[:, :window].contiguous(), frames[:, window:].contiguous()
