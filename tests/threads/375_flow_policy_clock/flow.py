import math

import torch
from torch import nn


class EulerClock:
    """Walks flow time from 1 (noise) to 0 (actions)."""

    def __init__(self, num_steps, device):
        self.num_steps = num_steps
        self.dt = torch.tensor(-1.0 / num_steps, device=device)
        self.time = torch.tensor(1.0, device=device)

    def running(self):
        return self.time >= -self.dt / 2

    def tick(self, x, velocity):
        x = x + self.dt * velocity
        self.time = self.time + self.dt
        return x


class TimeEmbedding(nn.Module):
    def __init__(self, dim, max_period=4.0, min_period=4e-3):
        super().__init__()
        fraction = torch.linspace(0.0, 1.0, dim // 2)
        period = min_period * (max_period / min_period) ** fraction
        self.register_buffer("freq", 2 * math.pi / period)

    def forward(self, time, batch):
        angle = time.expand(batch)[:, None] * self.freq[None, :]
        return torch.cat([angle.sin(), angle.cos()], dim=-1)
