import torch
from torch import nn


class VelocityField(nn.Module):
    def __init__(self, dim=3, hidden=32):
        super().__init__()
        self.dim = dim
        self.net = nn.Sequential(
            nn.Linear(dim + 1, hidden), nn.Tanh(), nn.Linear(hidden, dim)
        )

    def forward(self, x, t):
        time = t.expand(x.shape[0], 1)
        return self.net(torch.cat([x, time], dim=-1))
