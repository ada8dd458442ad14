class PlateauDecay:
    """Halves the rate of every group when the watched value stops improving."""

    def __init__(self, optimizer, factor=0.5, patience=1, threshold=1e-2, min_lr=1e-5):
        self.optimizer = optimizer
        self.factor = factor
        self.patience = patience
        self.threshold = threshold
        self.min_lr = min_lr
        self.best = float("inf")
        self.bad = 0
        self.drops = 0

    def step(self, value):
        if value < self.best * (1 - self.threshold):
            self.best, self.bad = value, 0
        else:
            self.bad += 1
        if self.bad > self.patience:
            self._reduce()
            self.bad = 0

    def _reduce(self):
        for group in self.optimizer.param_groups:
            old = float(group["lr"])
            new = max(old * self.factor, self.min_lr)
            if old - new > 1e-8:
                group["lr"] = new
        self.drops += 1

    def last_lr(self):
        return [float(g["lr"]) for g in self.optimizer.param_groups]
