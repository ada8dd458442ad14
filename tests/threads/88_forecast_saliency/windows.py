import math
from dataclasses import dataclass

import torch


@dataclass
class Window:
    past: torch.Tensor
    future: torch.Tensor
    calendar: torch.Tensor


def load_windows(count, batch, past, horizon, seed=3):
    gen = torch.Generator().manual_seed(seed)
    windows = []
    for i in range(count):
        start = torch.randint(0, 48, (batch, 1), generator=gen)
        t = start + torch.arange(past + horizon)
        series = torch.sin(2 * math.pi * t / 12) + 0.02 * t
        series = series + 0.1 * torch.randn(series.shape, generator=gen)
        calendar = torch.cat([start % 12, start % 7], dim=1) / 12.0
        windows.append(Window(series[:, :past].clone(), series[:, past:].clone(), calendar))
    return windows
