from dataclasses import dataclass

import torch
from torch import nn

from cache import PrefixCache
from layers import Block, time_embedding


@dataclass
class PolicyConfig:
    obs_dim: int = 12
    action_dim: int = 4
    chunk: int = 6
    dim: int = 32
    heads: int = 4
    depth: int = 2
    num_steps: int = 4


class FlowPolicy(nn.Module):
    def __init__(self, cfg: PolicyConfig):
        super().__init__()
        self.cfg = cfg
        self.obs_in = nn.Linear(cfg.obs_dim, cfg.dim)
        self.act_in = nn.Linear(cfg.action_dim, cfg.dim)
        self.act_out = nn.Linear(cfg.dim, cfg.action_dim)
        self.blocks = nn.ModuleList(Block(cfg.dim, cfg.heads) for _ in range(cfg.depth))

    def encode_prefix(self, obs):
        cache, x = PrefixCache(), self.obs_in(obs)
        for block in self.blocks:
            q, k, v = block.project(x)
            cache.append(k, v)
            x = block.mix(x, q, k, v)
        return cache

    def velocity(self, cache, actions, t):
        x = self.act_in(actions) + time_embedding(t, self.cfg.dim)
        for i, block in enumerate(self.blocks):
            q, k, v = block.project(x)
            k, v = cache.extend(i, k, v)
            x = block.mix(x, q, k, v)
        return self.act_out(x)

    def sample_actions(self, obs, noise):
        prefix = self.encode_prefix(obs)
        actions, dt = noise, 1.0 / self.cfg.num_steps
        for step in range(self.cfg.num_steps):
            v = self.velocity(prefix.snapshot(), actions, 1.0 - step * dt)
            actions = actions - dt * v
        return actions
