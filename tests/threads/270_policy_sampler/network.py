import torch
from torch import nn


class TrajectoryNet(nn.Module):
    def __init__(self, obs_dim: int, act_dim: int, horizon: int, steps: int, width: int = 32):
        super().__init__()
        self.when = nn.Embedding(steps + 1, width)
        self.cond = nn.Linear(obs_dim, width)
        self.inp = nn.Linear(act_dim, width)
        self.mix = nn.Conv1d(width, width, 3, padding=1)
        self.out = nn.Linear(width, act_dim)
        self.place = nn.Parameter(0.1 * torch.randn(horizon, width))

    def forward(self, x, t, obs):
        h = self.inp(x) + self.place + (self.cond(obs) + self.when(t)).unsqueeze(1)
        h = h + torch.nn.functional.mish(self.mix(h.transpose(1, 2))).transpose(1, 2)
        return self.out(h)
