import random

import torch


class Dihedral:
    """Draws one of the eight board symmetries and undoes it on the policy."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.turns, self.mirror = 0, False

    def draw(self):
        self.turns = self.rng.randrange(4)
        self.mirror = self.rng.random() < 0.5
        return self

    def forward(self, planes):
        if self.mirror:
            planes = planes.transpose(-1, -2)
        return torch.rot90(planes, self.turns, (-2, -1))

    def inverse(self, grid):
        grid = torch.rot90(grid, -self.turns, (-2, -1))
        return grid.transpose(-1, -2) if self.mirror else grid
