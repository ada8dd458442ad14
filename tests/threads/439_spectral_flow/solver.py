from dataclasses import dataclass

import torch


@dataclass
class FlowConfig:
    n: int = 32
    viscosity: float = 0.01
    drag: float = 0.05
    dt: float = 0.02


class VorticitySolver:
    """Two-dimensional Navier-Stokes in vorticity form, Heun steps."""

    def __init__(self, cfg, grid, forcing):
        self.cfg = cfg
        self.grid = grid
        self.forcing = torch.fft.rfft2(forcing)

    def velocity(self, w):
        k2 = self.grid.k2()
        psi = w / torch.where(k2 == 0, torch.ones_like(k2), k2)
        return 1j * self.grid.ky() * psi, -1j * self.grid.kx() * psi

    def rhs(self, w):
        n = (self.cfg.n, self.cfg.n)
        u, v = (torch.fft.irfft2(c, s=n) for c in self.velocity(w))
        wx = torch.fft.irfft2(1j * self.grid.kx() * w, s=n)
        wy = torch.fft.irfft2(1j * self.grid.ky() * w, s=n)
        advect = torch.fft.rfft2(u * wx + v * wy) * self.grid.dealias()
        damp = self.cfg.viscosity * self.grid.k2() + self.cfg.drag
        return self.forcing - advect - damp * w

    def step(self, w):
        first = self.rhs(w)
        second = self.rhs(w + self.cfg.dt * first)
        return w + 0.5 * self.cfg.dt * (first + second)
