import math


class WarmupCosine:
    def __init__(self, optimizer, warmup, total, floor=0.1):
        self.optimizer = optimizer
        self.warmup = warmup
        self.total = total
        self.floor = floor
        self.base = [group["lr"] for group in optimizer.param_groups]
        self.count = 0
        self.apply()

    def factor(self):
        if self.count < self.warmup:
            return (self.count + 1) / (self.warmup + 1)
        done = (self.count - self.warmup) / max(1, self.total - self.warmup)
        return self.floor + (1 - self.floor) * 0.5 * (1 + math.cos(math.pi * done))

    def apply(self):
        for group, base in zip(self.optimizer.param_groups, self.base):
            group["lr"] = base * self.factor()

    def step(self):
        self.count += 1
        self.apply()
