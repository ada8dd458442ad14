from collections import deque
from dataclasses import dataclass

import torch

from network import TrajectoryNet
from schedule import CosineSchedule


@dataclass
class PolicyConfig:
    obs_dim: int = 5
    act_dim: int = 3
    horizon: int = 8
    execute: int = 3
    steps: int = 6
    guidance: float = 1.5


class DiffusionPolicy:
    def __init__(self, cfg: PolicyConfig, seed: int = 0):
        self.cfg = cfg
        self.net = TrajectoryNet(cfg.obs_dim, cfg.act_dim, cfg.horizon, cfg.steps).eval()
        self.schedule = CosineSchedule(cfg.steps, seed=seed)
        self.queue: deque[torch.Tensor] = deque()
        self._denoise = torch.compile(self.denoise, backend="aot_eager")

    def reset(self) -> None:
        self.queue.clear()

    def denoise(self, x, t, obs):
        free = self.net(x, t, torch.zeros_like(obs))
        pred = free + self.cfg.guidance * (self.net(x, t, obs) - free)
        return self.schedule.step(pred, x, t)

    @torch.no_grad()
    def plan(self, obs: torch.Tensor) -> torch.Tensor:
        x = self.schedule.noise_like(obs.new_empty(len(obs), self.cfg.horizon, self.cfg.act_dim))
        for t in self.schedule.timesteps():
            x = self._denoise(x, t, obs)
        return x

    def select_action(self, obs: torch.Tensor) -> torch.Tensor:
        if not self.queue:
            self.queue.extend(self.plan(obs)[:, : self.cfg.execute].unbind(1))
        return self.queue.popleft()
