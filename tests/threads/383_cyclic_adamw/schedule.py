import math


def cosine(start, end, fraction):
    return end + (start - end) / 2.0 * (1 + math.cos(math.pi * fraction))


class OneCycle:
    """Raise the rate, then lower it below its start, moving beta1 the other way."""

    def __init__(self, optimizer, max_lr, total_steps, pct_start=0.3, betas=(0.85, 0.95), div=25.0):
        self.group = optimizer.group
        self.peak = int(pct_start * total_steps)
        self.total = total_steps
        self.lrs = (max_lr / div, max_lr, max_lr / (div * 100))
        self.betas = (betas[1], betas[0], betas[1])
        self.last = -1
        self.step()

    def _value(self, points):
        if self.last <= self.peak:
            return cosine(points[0], points[1], self.last / max(1, self.peak))
        return cosine(points[1], points[2], (self.last - self.peak) / (self.total - self.peak))

    def step(self):
        self.last += 1
        self.group["lr"].fill_(self._value(self.lrs))
        self.group["beta1"] = self._value(self.betas)
