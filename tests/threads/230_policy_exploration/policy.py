from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class PolicyConfig:
    obs_dim: int = 5
    act_dim: int = 2
    hidden: int = 24
    limit: float = 1.0


class Actor(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.body = nn.Sequential(
            nn.Linear(cfg.obs_dim, cfg.hidden), nn.Tanh(), nn.Linear(cfg.hidden, cfg.hidden), nn.Tanh()
        )
        self.mean = nn.Linear(cfg.hidden, cfg.act_dim)

    def forward(self, obs):
        return torch.tanh(self.mean(self.body(obs))) * self.cfg.limit


class ExploringActor(nn.Module):
    def __init__(self, actor, noise):
        super().__init__()
        self.actor = actor
        self.noise = noise

    def perturb(self, action, sigma):
        eps = self.noise.normal(action.shape[0], action.shape[1])
        return action + sigma * eps.clamp(-2.0, 2.0)

    def forward(self, obs, sigma):
        action = self.perturb(self.actor(obs), sigma)
        limit = self.actor.cfg.limit
        return action.clamp(-limit, limit)
