from dataclasses import dataclass


@dataclass
class PlateauConfig:
    factor: float = 0.5
    patience: int = 2
    threshold: float = 0.02
    min_lr: float = 1e-4


class Plateau:
    """Lowers the learning rates when the watched value stops falling."""

    def __init__(self, optimizer, cfg):
        self.optimizer, self.cfg = optimizer, cfg
        self.best, self.bad, self.cuts = float("inf"), 0, 0

    def step(self, value):
        if value < self.best * (1 - self.cfg.threshold):
            self.best, self.bad = value, 0
            return
        self.bad += 1
        if self.bad > self.cfg.patience:
            self.reduce()
            self.bad = 0

    def reduce(self):
        self.cuts += 1
        for group in self.optimizer.param_groups:
            old = float(group["lr"])
            new = max(old * self.cfg.factor, self.cfg.min_lr)
            if old - new > 1e-8:
                group["lr"] = new
