import math


class WarmupDecay:
    def __init__(self, ceiling=0.99, offset=10):
        self.ceiling = ceiling
        self.offset = offset

    def at(self, step):
        return min(self.ceiling, (1 + step) / (self.offset + step))


class CosineRate:
    def __init__(self, peak, total, floor=0.1):
        self.peak = peak
        self.total = total
        self.floor = floor

    def at(self, step):
        phase = 0.5 * (1 + math.cos(math.pi * step / self.total))
        return self.peak * (self.floor + (1 - self.floor) * phase)
