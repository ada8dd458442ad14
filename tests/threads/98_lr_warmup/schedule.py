import math


class WarmupCosine:
    """Linear warmup, then a cosine down to a tenth."""

    def __init__(self, optimizer, base, warmup, total):
        self.optimizer = optimizer
        self.base = base
        self.warmup = warmup
        self.total = total
        self.t = 0
        self.apply()

    def value(self):
        if self.t < self.warmup:
            return self.base * (self.t + 1) / self.warmup
        done = (self.t - self.warmup) / max(1, self.total - self.warmup)
        return self.base * (0.1 + 0.45 * (1 + math.cos(math.pi * done)))

    def apply(self):
        lr = self.value()
        for group in self.optimizer.groups:
            group.lr = lr

    def step(self):
        self.t += 1
        self.apply()
