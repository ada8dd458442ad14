import torch

import tables


class Forcing:
    """What pushes the water at a given step: gusts (rare) over a weak steady drag."""

    def __init__(self, n, gusts):
        self.n = n
        self.gusts = dict(gusts)
        self.tide = torch.from_numpy(tables.tide(24)).float()

    def wind(self, step):
        strength = self.gusts.get(step)
        if strength is None:
            return torch.zeros(self.n)
        return torch.from_numpy(tables.gust(self.n, strength))

    def level(self, step):
        return self.tide[step % len(self.tide)]
