from dataclasses import dataclass

import torch.nn as nn

from attention import WindowAttention


@dataclass
class PolicyConfig:
    obs_dim: int = 6
    actions: int = 3
    dim: int = 32
    heads: int = 4
    layers: int = 2
    horizon: int = 16
    window: int = 6


class Block(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.norm = nn.LayerNorm(cfg.dim)
        self.attn = WindowAttention(cfg.dim, cfg.heads, cfg.horizon, cfg.window)

    def forward(self, x):
        return x + self.attn(self.norm(x))


class TrajectoryPolicy(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.encode = nn.Linear(cfg.obs_dim, cfg.dim)
        self.blocks = nn.ModuleList(Block(cfg) for _ in range(cfg.layers))
        self.actor = nn.Linear(cfg.dim, cfg.actions)
        self.critic = nn.Linear(cfg.dim, 1)

    def forward(self, obs):
        h = self.encode(obs)
        for block in self.blocks:
            h = block(h)
        return self.actor(h), self.critic(h).squeeze(-1)
