import math
from dataclasses import dataclass

import torch


@dataclass
class StepPlan:
    count: int
    dt: torch.Tensor
    speed: float


class CourantControl:
    """Splits one output frame into equal substeps that keep the Courant number below the target."""

    def __init__(self, frame: float, dx: float, gravity: float, target: float = 0.45, limit: int = 64):
        self.frame, self.dx, self.gravity = frame, dx, gravity
        self.target, self.limit = target, limit
        self.history = []

    def wave_speed(self, h: torch.Tensor, u: torch.Tensor, v: torch.Tensor) -> float:
        flow = torch.sqrt(u.square() + v.square())
        return float((flow + torch.sqrt(self.gravity * h)).max())

    def plan(self, h, u, v) -> StepPlan:
        speed = self.wave_speed(h, u, v)
        count = min(self.limit, max(1, math.ceil(self.frame * speed / (self.target * self.dx))))
        self.history.append(count)
        return StepPlan(count, torch.tensor(self.frame / count), speed)
