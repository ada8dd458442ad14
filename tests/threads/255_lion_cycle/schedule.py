import math
from dataclasses import dataclass


@dataclass
class CycleConfig:
    max_lr: float = 3e-3
    min_lr: float = 3e-5
    warmup: float = 0.3
    base_momentum: float = 0.85
    max_momentum: float = 0.95


def _cosine(start, end, pct):
    return end + (start - end) / 2.0 * (1.0 + math.cos(math.pi * pct))


class OneCycle:
    """Learning rate up and down again, the momentum the other way round."""

    def __init__(self, optimizer, total_steps, config):
        self.optimizer = optimizer
        self.total_steps = total_steps
        self.config = config
        self.last_step = -1
        self.step()

    def _values(self, step):
        cfg = self.config
        turn = cfg.warmup * self.total_steps
        if step <= turn:
            pct = step / turn
            return (_cosine(cfg.min_lr, cfg.max_lr, pct),
                    _cosine(cfg.max_momentum, cfg.base_momentum, pct))
        pct = (step - turn) / (self.total_steps - turn)
        return (_cosine(cfg.max_lr, cfg.min_lr, pct),
                _cosine(cfg.base_momentum, cfg.max_momentum, pct))

    def step(self):
        self.last_step += 1
        lr, momentum = self._values(self.last_step)
        for group in self.optimizer.param_groups:
            group["lr"].fill_(lr)
            group["betas"] = (momentum, group["betas"][1])
