import math


class OneCycle:
    """Raises the learning rate and lowers the momentum, then the other way round."""

    def __init__(self, optimizer, peak, total, low=0.85, high=0.95):
        self.optimizer, self.peak, self.total = optimizer, peak, total
        self.low, self.high = low, high
        self.count = 0
        self.apply(0.0)

    def step(self):
        self.count += 1
        self.apply(self.count / self.total)

    def apply(self, done):
        wave = 0.5 * (1 - math.cos(2 * math.pi * done))
        for group in self.optimizer.param_groups:
            group["lr"].fill_(self.peak * (0.1 + 0.9 * wave))
            momentum = self.high - (self.high - self.low) * wave
            group["betas"] = (momentum, group["betas"][1])
