from dataclasses import dataclass

import torch


@dataclass
class SolverConfig:
    diffusivity: float = 0.4
    decay: float = 0.02
    dt: float = 0.05
    backend: str = "eager"


def laplacian(u, spacing):
    total = torch.roll(u, 1, 0) + torch.roll(u, -1, 0)
    total = total + torch.roll(u, 1, 1) + torch.roll(u, -1, 1)
    return (total - 4.0 * u) / spacing ** 2


class HeatSolver:
    def __init__(self, config, spacing):
        self.config = config
        self.spacing = spacing
        self.advance = torch.compile(self._advance, backend=config.backend)

    def _rate(self, u):
        return self.config.diffusivity * laplacian(u, self.spacing) - self.config.decay * u

    def _advance(self, u):
        dt = self.config.dt
        k1 = self._rate(u)
        k2 = self._rate(u + dt * k1)
        return u + 0.5 * dt * (k1 + k2)

    def run(self, field, steps):
        state = field
        for _ in range(steps):
            state = self.advance(state)
        return state.annotate(field)
