import math

import torch
from torch import nn


def timestep_features(timestep, width):
    half = width // 2
    rates = torch.exp(-math.log(10000.0) * torch.arange(half) / half)
    angles = timestep * rates
    return torch.cat([angles.cos(), angles.sin()])


class VelocityNet(nn.Module):
    def __init__(self, channels, width, context):
        super().__init__()
        self.width = width
        self.inner = nn.Linear(channels, width)
        self.context = nn.Linear(context, width)
        self.time = nn.Sequential(nn.Linear(width, width), nn.SiLU())
        self.outer = nn.Linear(width, channels)

    def forward(self, latents, timestep, context):
        hidden = self.inner(latents) + self.context(context).unsqueeze(1)
        hidden = hidden * (1 + self.time(timestep_features(timestep, self.width)))
        return self.outer(torch.tanh(hidden))
