from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor


@dataclass(frozen=True)
class Grid:
    start: float
    stop: float
    bins: int

    def values(self) -> np.ndarray:
        return np.linspace(self.start, self.stop, self.bins)


class Throughput:
    """Tabulated instrument response, sampled at arbitrary wavelengths."""

    def __init__(self, grid: Grid, response: np.ndarray):
        self.wave = grid.values()
        self.response = response

    def normalised(self) -> "Throughput":
        grid = Grid(self.wave[0], self.wave[-1], len(self.wave))
        return Throughput(grid, self.response / self.response.max())

    def sample(self, wave: Tensor) -> Tensor:
        values = np.interp(wave.numpy(), self.wave, self.response)
        return torch.from_numpy(values)


def airmass_extinction(wave: Tensor, airmass: Tensor) -> Tensor:
    rayleigh = 0.0088 * (wave / 1000.0) ** -4.05
    return torch.pow(10.0, -0.4 * rayleigh * airmass)


def gaussian_psf(width: float, taps: int = 9) -> Tensor:
    x = torch.arange(taps, dtype=torch.float64) - taps // 2
    kernel = torch.exp(-0.5 * (x / width) ** 2)
    return kernel / kernel.sum()
