from dataclasses import dataclass

import torch

from random_utils import randn_tensor


@dataclass
class AncestralConfig:
    num_steps: int = 6
    sigma_min: float = 0.05
    sigma_max: float = 4.0
    rho: float = 5.0
    eta: float = 1.0


def karras_sigmas(cfg):
    ramp = torch.linspace(0, 1, cfg.num_steps)
    low, high = cfg.sigma_min ** (1 / cfg.rho), cfg.sigma_max ** (1 / cfg.rho)
    sigmas = (high + ramp * (low - high)) ** cfg.rho
    return torch.cat([sigmas, sigmas.new_zeros(1)])


class EulerAncestral:
    def __init__(self, cfg, generator=None):
        self.cfg = cfg
        self.generator = generator
        self.sigmas = karras_sigmas(cfg)

    def split(self, sigma, sigma_next):
        variance = sigma_next ** 2 * (sigma ** 2 - sigma_next ** 2) / sigma ** 2
        up = torch.minimum(sigma_next, self.cfg.eta * variance.sqrt())
        return up, (sigma_next ** 2 - up ** 2).sqrt()

    def step(self, denoised, sample, sigma, sigma_next):
        up, down = self.split(sigma, sigma_next)
        slope = (sample - denoised) / sigma
        noise = randn_tensor(sample.shape, self.generator, sample.dtype)
        return sample + slope * (down - sigma) + noise * up

    def init(self, shape):
        return randn_tensor(shape, self.generator) * self.sigmas[0]
