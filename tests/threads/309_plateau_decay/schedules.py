from dataclasses import dataclass


@dataclass
class PlateauConfig:
    factor: float = 0.5
    patience: int = 1
    min_lr: float = 2.0 ** -10
    threshold: float = 0.02


class Warmup:
    def __init__(self, optimizer, steps):
        self.optimizer = optimizer
        self.steps = steps
        self.count = 0
        self.peak = [float(g["lr"]) for g in optimizer.param_groups]

    def step(self):
        if self.count == self.steps:
            return
        self.count += 1
        for group, peak in zip(self.optimizer.param_groups, self.peak):
            group["lr"].fill_(peak * self.count / self.steps)


class PlateauDecay:
    def __init__(self, optimizer, config):
        self.optimizer = optimizer
        self.config = config
        self.best = float("inf")
        self.bad_epochs = 0

    def step(self, metric):
        if metric < self.best * (1.0 - self.config.threshold):
            self.best = metric
            self.bad_epochs = 0
            return False
        self.bad_epochs += 1
        if self.bad_epochs <= self.config.patience:
            return False
        self.bad_epochs = 0
        for group in self.optimizer.param_groups:
            old = float(group["lr"])
            new = max(old * self.config.factor, self.config.min_lr)
            if old - new > 1e-12:
                group["lr"] = new
        return True
