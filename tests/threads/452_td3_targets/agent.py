import copy
from dataclasses import dataclass

import torch
from torch import nn

from targets import bootstrap


@dataclass
class TD3Config:
    obs_dim: int = 6
    act_dim: int = 2
    hidden: int = 24
    gamma: float = 0.98
    polyak: float = 0.05
    policy_every: int = 2
    lr: float = 3e-3


def mlp(*sizes: int) -> nn.Sequential:
    layers = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        layers += [nn.Linear(a, b), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


class Networks(nn.Module):
    def __init__(self, cfg: TD3Config):
        super().__init__()
        self.actor = nn.Sequential(mlp(cfg.obs_dim, cfg.hidden, cfg.act_dim), nn.Tanh())
        self.critics = nn.ModuleList(mlp(cfg.obs_dim + cfg.act_dim, cfg.hidden, 1) for _ in range(2))

    def values(self, obs: torch.Tensor, act: torch.Tensor) -> torch.Tensor:
        return torch.stack([c(torch.cat([obs, act], -1)).squeeze(-1) for c in self.critics])


class Agent:
    def __init__(self, cfg: TD3Config, backend: str):
        self.cfg, self.online = cfg, Networks(cfg)
        self.target = copy.deepcopy(self.online).requires_grad_(False)
        self.critic_opt = torch.optim.Adam(self.online.critics.parameters(), lr=cfg.lr)
        self.actor_opt = torch.optim.Adam(self.online.actor.parameters(), lr=cfg.lr)
        self.critic_loss = torch.compile(self._critic_loss, backend=backend)
        self.actor_loss = torch.compile(self._actor_loss, backend=backend)
        self.updates = 0

    def _critic_loss(self, obs, act, reward, next_obs, done):
        goal = reward + self.cfg.gamma * bootstrap(self.target, next_obs, done)
        return (self.online.values(obs, act) - goal).square().mean()

    def _actor_loss(self, obs):
        return -self.online.values(obs, self.online.actor(obs))[0].mean()

    def update(self, batch) -> float:
        loss = self.critic_loss(*batch)
        self.critic_opt.zero_grad()
        loss.backward()
        self.critic_opt.step()
        self.updates += 1
        if self.updates % self.cfg.policy_every == 0:
            self.actor_opt.zero_grad()
            self.actor_loss(batch[0]).backward()
            self.actor_opt.step()
            for t, o in zip(self.target.parameters(), self.online.parameters()):
                t.data.lerp_(o.data, self.cfg.polyak)
        return loss.item()
