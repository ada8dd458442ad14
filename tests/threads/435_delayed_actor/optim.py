"""Plain SGD with per-tensor clipping, used for all of the agent's parts."""
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class OptimConfig:
    lr: float = 0.03
    max_norm: float = 0.5
    eps: float = 1e-8
    backend: str = "eager"


@torch.no_grad()
def sgd_update(params, lr, max_norm, eps):
    moved = torch.zeros(())
    for p in params:
        if p.grad is None:
            continue
        scale = (max_norm / (p.grad.norm() + eps)).clamp(max=1.0)
        delta = p.grad * scale * lr
        p.sub_(delta)
        moved = moved + delta.abs().sum()
    return moved


class Stepper:
    def __init__(self, cfg, params):
        self.cfg = cfg
        self.params = list(params)
        self.update = torch.compile(sgd_update, backend=cfg.backend)

    def step(self):
        c = self.cfg
        return self.update(self.params, c.lr, c.max_norm, c.eps)

    def zero_grad(self):
        for p in self.params:
            p.grad = None
