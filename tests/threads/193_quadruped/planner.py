"""Ties clock, command and controller together."""
import torch

from control import control_step
from gait import TROT, WALK, GaitClock


class Planner:
    DT = 0.02

    def __init__(self, gait, backend):
        self.clock = GaitClock({"trot": TROT, "walk": WALK}[gait])
        self.step = torch.compile(control_step, backend=backend)
        self.history = {}

    def command(self, n, k):
        c = torch.zeros(n, 2)
        c[:, 0] = 0.4 if k > 10 else 0.0
        return c

    def rollout(self, trunk, steps):
        for k in range(steps):
            support = self.clock.stance_legs()
            trunk, log = self.step(trunk, self.command(trunk.pos.shape[0], k), support, self.DT)
            for name, value in log.items():
                self.history.setdefault(name, []).append(value)
            self.clock.advance(self.DT)
        return trunk

    def summary(self):
        return {k: torch.stack(v).mean().item() for k, v in self.history.items()}
