import random
from dataclasses import fields

import torch

from corridor import Item


class Replay:
    def __init__(self, capacity, seed):
        self.capacity = capacity
        self.items = []
        self.rng = random.Random(seed)

    def add(self, item):
        self.items.append(item)
        del self.items[: -self.capacity]

    def column(self, items, name):
        return torch.tensor([getattr(i, name) for i in items])

    def sample(self, n):
        picked = [self.rng.choice(self.items) for _ in range(n)]
        return {f.name: self.column(picked, f.name) for f in fields(Item)}
