import random
from typing import NamedTuple

import torch


class Batch(NamedTuple):
    obs: torch.Tensor
    action: torch.Tensor
    reward: torch.Tensor
    next_obs: torch.Tensor


class Replay:
    def __init__(self, capacity, obs_dim, act_dim, seed):
        g = torch.Generator().manual_seed(seed)
        self.obs = torch.randn(capacity, obs_dim, generator=g)
        self.action = torch.randn(capacity, act_dim, generator=g).tanh()
        drift = 0.1 * self.action.sum(1, keepdim=True)
        self.next_obs = 0.9 * self.obs + drift
        self.reward = -self.next_obs.square().mean(1)
        self.rows = random.Random(seed)

    def sample(self, size):
        idx = torch.tensor(self.rows.sample(range(len(self.obs)), size))
        return Batch(self.obs[idx], self.action[idx], self.reward[idx], self.next_obs[idx])
