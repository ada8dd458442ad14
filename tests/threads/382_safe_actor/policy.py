import torch
from torch import nn

from specs import make_spec


class GaussianHead(nn.Module):
    def __init__(self, hidden, actions):
        super().__init__()
        self.mean = nn.Linear(hidden, actions)
        self.log_std = nn.Parameter(torch.full((actions,), -0.5))

    def forward(self, h, noise):
        return self.mean(h) + self.log_std.exp() * noise


class Actor(nn.Module):
    def __init__(self, obs_dim, limits, hidden=32, safe=True):
        super().__init__()
        self.spec = make_spec(limits)
        self.safe = safe
        self.body = nn.Sequential(nn.Linear(obs_dim, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.head = GaussianHead(hidden, len(limits))

    def forward(self, obs, noise):
        raw = self.head(self.body(obs), noise)
        action = self.spec.project(raw) if self.safe else raw
        excess = (raw - action).pow(2).sum(-1)
        return action, excess
