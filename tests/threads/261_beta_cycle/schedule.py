import math
from dataclasses import dataclass


@dataclass
class CycleConfig:
    total_steps: int = 12
    warmup: float = 0.25
    max_lr: float = 2e-2
    div_factor: float = 10.0
    base_momentum: float = 0.85
    max_momentum: float = 0.95


def cosine(start, end, pct):
    return end + (start - end) / 2.0 * (math.cos(math.pi * pct) + 1.0)


class OneCycle:
    """Learning rate up and down, momentum the other way round."""

    def __init__(self, optimizer, cfg):
        self.optimizer = optimizer
        self.cfg = cfg
        self.last_step = -1
        self.step()

    def _phase(self):
        pct = self.last_step / max(1, self.cfg.total_steps - 1)
        if pct < self.cfg.warmup:
            return pct / self.cfg.warmup, True
        return (pct - self.cfg.warmup) / (1.0 - self.cfg.warmup), False

    def step(self):
        self.last_step += 1
        pct, rising = self._phase()
        cfg, group = self.cfg, self.optimizer.group
        low = cfg.max_lr / cfg.div_factor
        if rising:
            lr, momentum = cosine(low, cfg.max_lr, pct), cosine(cfg.max_momentum, cfg.base_momentum, pct)
        else:
            lr, momentum = cosine(cfg.max_lr, low, pct), cosine(cfg.base_momentum, cfg.max_momentum, pct)
        group["lr"].fill_(lr)
        group["beta1"] = momentum

    def state_dict(self):
        return {"last_step": self.last_step}
