import math

import rules


class CosineTrust:
    """Anneals the trust in the sign of the momentum over the run."""

    def __init__(self, total, floor=0.2):
        self.total, self.floor = total, floor
        self.history = []

    def value(self, step):
        c = 0.5 * (1 + math.cos(math.pi * step / self.total))
        return self.floor + (1 - self.floor) * c

    def step(self, step):
        self.history.append(self.value(step))
        rules.Blend.anneal(self.history[-1])
