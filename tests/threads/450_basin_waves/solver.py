from dataclasses import dataclass

import torch

from control import CourantControl


@dataclass
class BasinConfig:
    cells: int = 32
    dx: float = 1.0
    gravity: float = 9.81
    drag: float = 0.02
    frame: float = 0.4


def ddx(f: torch.Tensor, dx: float) -> torch.Tensor:
    return (torch.roll(f, -1, 0) - torch.roll(f, 1, 0)) / (2 * dx)


def ddy(f: torch.Tensor, dx: float) -> torch.Tensor:
    return (torch.roll(f, -1, 1) - torch.roll(f, 1, 1)) / (2 * dx)


def smooth(f: torch.Tensor, amount: float) -> torch.Tensor:
    around = torch.roll(f, 1, 0) + torch.roll(f, -1, 0) + torch.roll(f, 1, 1) + torch.roll(f, -1, 1)
    return f + amount * (around / 4 - f)


class ShallowWater:
    def __init__(self, cfg: BasinConfig, backend: str = "eager"):
        self.cfg = cfg
        self.control = CourantControl(cfg.frame, cfg.dx, cfg.gravity)
        self.run_frame = torch.compile(self.advance, backend=backend)

    def substep(self, h, u, v, dt):
        c = self.cfg
        u = smooth(u - dt * (u * ddx(u, c.dx) + v * ddy(u, c.dx) + c.gravity * ddx(h, c.dx) + c.drag * u), 0.2)
        v = smooth(v - dt * (u * ddx(v, c.dx) + v * ddy(v, c.dx) + c.gravity * ddy(h, c.dx) + c.drag * v), 0.2)
        h = smooth(h - dt * (ddx(h * u, c.dx) + ddy(h * v, c.dx)), 0.05)
        return h, u, v

    def advance(self, h, u, v, dt, count):
        for _ in range(count):
            h, u, v = self.substep(h, u, v, dt)
        return h, u, v

    def frame(self, h, u, v):
        plan = self.control.plan(h, u, v)
        return self.run_frame(h, u, v, plan.dt, plan.count)
