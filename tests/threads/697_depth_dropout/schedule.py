import random


class DepthSchedule:
    """Picks at most one block to leave out; the rate falls to zero at the end."""

    def __init__(self, candidates, rate, plateau, total, seed):
        self.candidates = list(candidates)
        self.rate = rate
        self.plateau = plateau
        self.total = total
        self.random = random.Random(seed)

    def probability(self, step):
        if step < self.plateau:
            return self.rate
        return self.rate * max(0.0, (self.total - step) / (self.total - self.plateau))

    def draw(self, step):
        if self.random.random() >= self.probability(step):
            return -1
        return self.random.choice(self.candidates)
