from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class GridConfig:
    size: int = 32
    pitch: float = 2.0
    wavelength: float = 0.6


def frequencies(cfg):
    f = torch.fft.fftfreq(cfg.size, d=cfg.pitch, dtype=torch.float64)
    return f.view(-1, 1), f.view(1, -1)


def angular_spectrum(cfg, distance):
    fy, fx = frequencies(cfg)
    arg = (1.0 / cfg.wavelength**2 - fx.square() - fy.square()).clamp_min(0.0)
    phase = 2 * torch.pi * distance * arg.sqrt()
    return torch.polar(torch.ones_like(phase), phase)


class TransferBank:
    """Transfer functions for the planes of one stack, built on demand."""

    def __init__(self, cfg):
        self.cfg = cfg
        self._kernels = {}

    def get(self, distance):
        if distance not in self._kernels:
            if distance < 0:
                kernel = self.get(-distance).conj()
            else:
                kernel = angular_spectrum(self.cfg, distance)
            self._kernels[distance] = kernel
        return self._kernels[distance]


def disc(cfg, radius):
    axis = torch.arange(cfg.size) - cfg.size / 2
    rr = (axis.view(-1, 1).square() + axis.view(1, -1).square()).sqrt()
    return (rr <= radius).to(torch.float64)
