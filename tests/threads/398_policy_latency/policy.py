from dataclasses import dataclass

import torch
import torch.nn as nn

from telemetry import telemetry


@dataclass
class PolicyConfig:
    obs_dim: int = 14
    goal_dim: int = 3
    hidden: int = 48
    joints: int = 7
    max_torque: float = 2.0


class ObsNormalizer(nn.Module):
    def __init__(self, dim, clip=5.0):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("var", torch.ones(dim))
        self.clip = clip

    def forward(self, obs):
        return ((obs - self.mean) * (self.var + 1e-6).rsqrt()).clamp(-self.clip, self.clip)


class ReachPolicy(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.normalize = ObsNormalizer(cfg.obs_dim)
        self.encoder = nn.Sequential(
            nn.Linear(cfg.obs_dim + cfg.goal_dim, cfg.hidden), nn.ELU(), nn.LayerNorm(cfg.hidden)
        )
        self.trunk = nn.GRUCell(cfg.hidden, cfg.hidden)
        self.head = nn.Linear(cfg.hidden, cfg.joints)

    @telemetry.timed("encode")
    def encode(self, obs, goal):
        return self.encoder(torch.cat([self.normalize(obs), goal], dim=-1))

    def forward(self, obs, goal, state):
        state = self.trunk(self.encode(obs, goal), state)
        return torch.tanh(self.head(state)) * self.cfg.max_torque, state
