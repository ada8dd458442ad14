"""Recurrent actor-critic used by the rollout worker and the learner."""
from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class PolicyConfig:
    obs_dim: int = 6
    hidden: int = 16
    actions: int = 3
    num_envs: int = 4
    learn_init: bool = True


class Memory(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cell = nn.GRUCell(cfg.hidden, cfg.hidden)
        init = torch.zeros(cfg.num_envs, cfg.hidden)
        if cfg.learn_init:
            self.init = nn.Parameter(init + 0.1 * torch.randn(1, cfg.hidden))
        else:
            self.register_buffer("init", init)

    def start(self):
        return self.init

    def forward(self, x, state):
        return self.cell(x, state)


class ActorCritic(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(cfg.obs_dim, cfg.hidden), nn.Tanh())
        self.memory = Memory(cfg)
        self.pi = nn.Linear(cfg.hidden, cfg.actions)
        self.value = nn.Linear(cfg.hidden, 1)

    def forward(self, obs, state):
        state = self.memory(self.encoder(obs), state)
        return self.pi(state).log_softmax(-1), self.value(state)[:, 0], state
