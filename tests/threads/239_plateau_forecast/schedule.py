class PlateauDecay:
    """Lowers the rate when the validation error has stopped to fall."""

    def __init__(self, optimizer, factor=0.5, patience=1, min_lr=1e-4, threshold=1e-3):
        self.optimizer = optimizer
        self.factor = factor
        self.patience = patience
        self.min_lr = min_lr
        self.threshold = threshold
        self.best = float("inf")
        self.stale = 0

    def step(self, metric):
        if metric < self.best * (1 - self.threshold):
            self.best = metric
            self.stale = 0
            return False
        self.stale += 1
        if self.stale > self.patience:
            self._reduce()
            self.stale = 0
            return True
        return False

    def _reduce(self):
        for group in self.optimizer.groups:
            old = float(group["lr"])
            new = max(old * self.factor, self.min_lr)
            if old - new > 1e-8:
                group["lr"] = new
