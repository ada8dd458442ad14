from dataclasses import dataclass

import torch

from report import RunningMean


@dataclass
class PolicyConfig:
    obs_dim: int = 6
    action_dim: int = 2
    chunk: int = 5
    latent: int = 4


class KLSchedule:
    """Linear warm-up of the KL weight."""

    def __init__(self, final=0.4, warmup=6):
        self.final, self.warmup = final, warmup
        self.weight = 0.1

    def step(self, iteration):
        self.weight = self.final * min(1.0, 0.25 + iteration / self.warmup)


class Trainer:
    def __init__(self, policy, schedule, lr=1e-2):
        self.policy = policy
        self.schedule = schedule
        self.optimizer = torch.optim.Adam(policy.parameters(), lr=lr)
        self.meters = RunningMean()

    def run(self, loader):
        for iteration, batch in enumerate(loader):
            self.schedule.step(iteration)
            loss, values = self.policy(batch)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.meters.update({"total": loss.item(), **values})
        return self.meters.means()
