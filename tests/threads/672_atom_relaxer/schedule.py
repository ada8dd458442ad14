from dataclasses import dataclass

import numpy as np


@dataclass
class NoiseSchedule:
    sigmas: list
    rho: float

    @property
    def num_steps(self):
        return len(self.sigmas) - 1


def karras_schedule(steps, sigma_min=0.05, sigma_max=3.0, rho=7.0):
    ramp = np.linspace(0.0, 1.0, steps)
    low, high = sigma_min ** (1 / rho), sigma_max ** (1 / rho)
    values = (high + ramp * (low - high)) ** rho
    return NoiseSchedule(sigmas=values.tolist() + [0.0], rho=rho)
