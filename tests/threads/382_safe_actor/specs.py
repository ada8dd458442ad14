from dataclasses import dataclass

import torch


@dataclass
class Bounded:
    low: torch.Tensor
    high: torch.Tensor

    def is_in(self, value):
        return bool(((value >= self.low) & (value <= self.high)).all())

    def project(self, value):
        if not self.is_in(value):
            value = torch.maximum(torch.minimum(value, self.high), self.low)
        return value

    def rand(self, n, generator=None):
        unit = torch.rand(n, self.low.numel(), generator=generator)
        return self.low + unit * (self.high - self.low)


def make_spec(limits):
    low, high = zip(*limits)
    return Bounded(torch.tensor(low), torch.tensor(high))
