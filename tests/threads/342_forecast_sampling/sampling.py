import random
from dataclasses import dataclass


@dataclass
class SamplingConfig:
    start: float = 0.9
    end: float = 0.3
    steps: int = 6


class ScheduledSampling:
    """Linear decay of the share of true values fed back to the decoder."""

    def __init__(self, cfg: SamplingConfig):
        self.cfg = cfg
        self.ratio = cfg.start

    def set_step(self, step: int):
        done = min(step / self.cfg.steps, 1.0)
        self.ratio = self.cfg.start + done * (self.cfg.end - self.cfg.start)

    def use_truth(self) -> bool:
        return random.random() < self.ratio
