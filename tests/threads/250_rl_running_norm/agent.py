from dataclasses import dataclass

import torch
import torch.nn as nn

from normalizers import RunningNorm


@dataclass
class AgentConfig:
    hidden: int = 32
    gamma: float = 0.97
    log_std: float = -0.7


class Agent:
    def __init__(self, cfg, env):
        self.cfg = cfg
        self.trunk = nn.Linear(env.obs_dim, cfg.hidden)
        self.actor = nn.Linear(cfg.hidden, env.act_dim)
        self.critic = nn.Linear(cfg.hidden, 1)
        self.obs_norm = RunningNorm()
        self.ret_norm = RunningNorm(clip=10.0)
        self.act = torch.compile(self._act, backend="aot_eager")
        self.shape_reward = torch.compile(self._shape_reward, backend="aot_eager")

    def _act(self, obs, noise):
        self.obs_norm.update(obs)
        z = self.obs_norm.normalize(obs)
        h = torch.tanh(self.trunk(z))
        mean = self.actor(h)
        action = torch.tanh(mean + noise * torch.exp(torch.full_like(mean, self.cfg.log_std)))
        return action, self.critic(h).squeeze(-1)

    def _shape_reward(self, reward, running_return):
        running_return = running_return * self.cfg.gamma + reward
        self.ret_norm.update(running_return)
        return self.ret_norm.scale(reward), running_return
