import random

import torch


class DropSchedule:
    def __init__(self, layers, rate, seed):
        self.layers = layers
        self.rate = rate
        self.rng = random.Random(seed)

    def draw(self):
        """Which layers run in this step."""
        return [self.rng.random() >= self.rate for _ in range(self.layers)]

    def expected(self):
        return torch.full((self.layers,), 1 - self.rate)
