"""Noise schedules and the preconditioning coefficients that belong to them."""
from dataclasses import dataclass

import torch


@dataclass
class ScheduleConfig:
    steps: int = 7
    sigma_min: float = 0.02
    sigma_max: float = 10.0
    rho: float = 7.0
    sigma_data: float = 0.5
    digits: int = 5


def karras_sigmas(cfg: ScheduleConfig) -> list[float]:
    lo, hi = cfg.sigma_min ** (1 / cfg.rho), cfg.sigma_max ** (1 / cfg.rho)
    ramp = [i / (cfg.steps - 1) for i in range(cfg.steps)]
    return [round((hi + r * (lo - hi)) ** cfg.rho, cfg.digits) for r in ramp]


class CoefficientTable:
    """c_skip, c_out, c_in, c_noise and the step size, worked out once for a schedule."""

    def __init__(self, cfg: ScheduleConfig, sigmas: list[float]):
        self.cfg = cfg
        self.rows: dict[float, torch.Tensor] = {}
        for i, s in enumerate(sigmas):
            nxt = sigmas[i + 1] if i + 1 < len(sigmas) else 0.0
            self.rows[s] = self._row(s, nxt)

    def _row(self, sigma: float, nxt: float) -> torch.Tensor:
        sd = self.cfg.sigma_data
        total = sigma**2 + sd**2
        return torch.tensor(
            [sd**2 / total, sigma * sd / total**0.5, total**-0.5, sigma, nxt - sigma]
        )

    def at(self, sigma: float) -> torch.Tensor:
        return self.rows[sigma]
