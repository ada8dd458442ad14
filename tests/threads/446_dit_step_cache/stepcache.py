from contextlib import contextmanager
from dataclasses import dataclass, field

import torch

_active = None


@dataclass
class StepCacheConfig:
    threshold: float = 0.3
    warmup_steps: int = 3
    max_in_a_row: int = 2


def relative_change(new, old, eps=1e-6):
    return (new - old).abs().mean() / (old.abs().mean() + eps)


@dataclass
class StepCache:
    """Remembers how much the first block still moves from one step to the next."""

    config: StepCacheConfig
    residual: torch.Tensor
    change: float = 0.0
    history: list = field(default_factory=list)
    in_a_row: int = 0
    flow: torch.Tensor | None = None

    def observe(self, residual):
        self.change = relative_change(residual, self.residual).item()
        self.residual = residual

    def can_skip(self):
        warm = len(self.history) >= self.config.warmup_steps
        return warm and self.in_a_row < self.config.max_in_a_row and self.history[-1] < self.config.threshold

    def commit(self, flow):
        self.history.append(float(self.change))
        self.flow, self.in_a_row = flow, 0
        return flow

    def reuse(self):
        self.in_a_row += 1
        return self.flow


@contextmanager
def step_cache(config, like):
    global _active
    _active = StepCache(config, torch.zeros_like(like))
    try:
        yield _active
    finally:
        _active = None


def active_cache():
    return _active
