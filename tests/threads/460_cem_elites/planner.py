from dataclasses import dataclass

import torch

from dynamics import rollout_cost
from elites import moments, soft_weights, top_plans


@dataclass
class PlannerConfig:
    samples: int = 24
    keep: int = 6
    horizon: int = 8
    rounds: int = 4
    smoothing: float = 0.2


class CEMPlanner:
    def __init__(self, arm, cfg, backend="eager"):
        self.arm, self.cfg = arm, cfg
        self.weights = soft_weights(cfg.keep)
        self.refine = torch.compile(self._refine, backend=backend, fullgraph=True)
        self.reset()

    def reset(self):
        shape = (self.cfg.horizon, self.arm.cfg.joints)
        self.mean, self.std = torch.zeros(shape), torch.ones(shape)

    def _refine(self, state, target, mean, std, noise):
        plans = mean + std * noise
        costs = rollout_cost(self.arm, state, plans, target)
        best = top_plans(plans, costs, self.cfg.keep)
        new_mean, new_std = moments(best, self.weights)
        a = self.cfg.smoothing
        return a * mean + (1 - a) * new_mean, a * std + (1 - a) * new_std, costs.min()

    def act(self, state, target):
        for _ in range(self.cfg.rounds):
            noise = torch.randn(self.cfg.samples, *self.mean.shape)
            self.mean, self.std, best = self.refine(
                state, target, self.mean, self.std, noise
            )
        action = self.mean[0]
        self.mean = torch.cat([self.mean[1:], torch.zeros_like(self.mean[:1])])
        self.std = torch.ones_like(self.std)
        return action, best
