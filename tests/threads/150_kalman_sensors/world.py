import math

import torch


class World:
    """A few objects which move on circles."""

    def __init__(self, objects):
        gen = torch.Generator().manual_seed(3)
        self.phase = torch.rand(objects, 1, generator=gen) * 2 * math.pi
        self.radius = 4 + torch.rand(objects, 1, generator=gen)
        self.height = torch.rand(objects, 1, generator=gen)

    def at(self, t):
        a = self.phase + 0.1 * t
        return torch.cat([self.radius * a.cos(), self.radius * a.sin(), self.height], 1)
