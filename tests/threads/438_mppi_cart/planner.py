from dataclasses import dataclass

import torch

from dynamics import advance, rollout_cost


@dataclass
class PlannerConfig:
    samples: int = 64
    horizon: int = 6
    sigma: float = 3.0
    temperature: float = 2.0
    device: str = "cpu"


class Simulator:
    """The compiled model that planner, plant and checks share."""

    def __init__(self, backend="eager"):
        self.step = torch.compile(advance, backend=backend)
        self.cost = torch.compile(rollout_cost, backend=backend)


class MPPI:
    def __init__(self, cfg, sim):
        self.cfg = cfg
        self.sim = sim
        self.nominal = torch.zeros(cfg.horizon, device=cfg.device)
        self.candidates = None

    def shift(self):
        self.nominal = torch.cat([self.nominal[1:], self.nominal[-1:]])

    def plan(self, state):
        with torch.device(self.cfg.device):
            noise = torch.randn(self.cfg.samples, self.cfg.horizon)
            self.candidates = self.nominal + self.cfg.sigma * noise
            ahead = self.sim.step(state, self.nominal[0])
            cost = self.sim.cost(ahead, self.candidates)
        weight = torch.softmax(-(cost - cost.min()) / self.cfg.temperature, 0)
        self.nominal = weight @ self.candidates
        return self.nominal[0], cost.min()
