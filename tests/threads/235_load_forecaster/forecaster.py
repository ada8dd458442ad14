import torch
from torch import nn

from transforms import Transform


class Forecaster(nn.Module):
    def __init__(self, transform: Transform, channels: int, context: int, horizon: int, hidden: int = 24):
        super().__init__()
        self.transform = transform
        self.mix = nn.Linear(channels, hidden)
        self.time = nn.Linear(context, horizon)
        self.out = nn.Linear(hidden, channels)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        z = self.transform.forward(x)
        h = torch.tanh(self.mix(z))
        h = self.time(h.transpose(1, 2)).transpose(1, 2)
        return self.transform.inverse(z[:, -1:] + self.out(h))
