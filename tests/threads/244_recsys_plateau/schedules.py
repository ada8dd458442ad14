"""Learning-rate policies that act on the optimizer's param groups."""


class ExponentialDecay:
    def __init__(self, optimizer, gamma=0.9):
        self.optimizer, self.gamma = optimizer, gamma

    def step(self, metric=None):
        for group in self.optimizer.param_groups:
            group["lr"].mul_(self.gamma)


class PlateauDecay:
    def __init__(self, optimizer, factor=0.5, patience=1, threshold=0.02, floor=1e-4):
        self.optimizer = optimizer
        self.factor, self.patience = factor, patience
        self.threshold, self.floor = threshold, floor
        self.best = float("inf")
        self.stale = 0

    def _reduce(self):
        for group in self.optimizer.param_groups:
            old = float(group["lr"])
            new = max(old * self.factor, self.floor)
            if old - new > 1e-8:
                group["lr"] = new

    def step(self, metric):
        if metric < self.best * (1.0 - self.threshold):
            self.best = metric
            self.stale = 0
            return
        self.stale += 1
        if self.stale > self.patience:
            self._reduce()
            self.stale = 0


POLICIES = {"exponential": ExponentialDecay, "plateau": PlateauDecay}
