import torch
from torch import nn

from noise import truncated_like


class Actor(nn.Module):
    def __init__(self, obs_dim, act_dim, hidden=32, clip=2.0):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs_dim, hidden), nn.LayerNorm(hidden), nn.Tanh())
        self.policy = nn.Linear(hidden, act_dim)
        self.clip = clip

    def forward(self, obs):
        return torch.tanh(self.policy(self.trunk(obs)))

    def explore(self, obs, scale):
        mean = self(obs)
        noise = truncated_like(mean, 1.0, self.clip)
        return (mean + scale * noise).clamp(-1.0, 1.0)
