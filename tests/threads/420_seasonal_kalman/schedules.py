from dataclasses import dataclass, field

import torch


@dataclass
class SeasonalNoise:
    """Observation covariance that repeats with the season."""

    dim: int
    levels: tuple = (0.2, 0.5, 0.9, 0.4)
    matrices: list = field(init=False)

    def __post_init__(self):
        base = torch.eye(self.dim) + 0.1 * torch.ones(self.dim, self.dim)
        self.matrices = [level * base for level in self.levels]

    @property
    def period(self):
        return len(self.levels)

    def at(self, t):
        return self.matrices[t % self.period]


def local_trend(dim):
    """Transition of a local linear trend: level and slope per series."""
    eye, zero = torch.eye(dim), torch.zeros(dim, dim)
    return torch.cat([torch.cat([eye, eye], 1), torch.cat([zero, 0.95 * eye], 1)], 0)
