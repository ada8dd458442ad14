"""Random parameters for the augmentations, one draw for each cloud of a batch."""
from dataclasses import dataclass

import torch

from devices import placement


@dataclass
class Range:
    low: float
    high: float
    symmetric: bool = False

    def bounds(self):
        return (-self.high, self.high) if self.symmetric else (self.low, self.high)


class UniformSampler:
    def __init__(self, **ranges):
        self.ranges = ranges

    def sample(self, batch):
        drawn = {}
        for name, spec in self.ranges.items():
            low, high = spec.bounds()
            device, dtype = placement((low, high))
            unit = torch.rand(batch, device=device, dtype=dtype)
            drawn[name] = low + (high - low) * unit
        return drawn
