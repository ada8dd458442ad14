from dataclasses import dataclass

import torch


@dataclass
class SamplerConfig:
    steps: int = 8
    sigma_min: float = 0.02
    sigma_max: float = 5.0
    rho: float = 7.0
    eta: float = 0.8


def karras_sigmas(cfg):
    ramp = torch.linspace(0, 1, cfg.steps)
    low, high = cfg.sigma_min ** (1 / cfg.rho), cfg.sigma_max ** (1 / cfg.rho)
    return torch.cat([(high + ramp * (low - high)) ** cfg.rho, torch.zeros(1)])


class NoiseSource:
    def __init__(self, seed):
        self.generator = torch.Generator().manual_seed(seed)

    def sample(self, shape):
        return torch.randn(shape, generator=self.generator)

    def like(self, x):
        return self.sample(x.shape).to(x.dtype)


class AncestralSampler:
    def __init__(self, denoiser, cfg, backend="eager"):
        self.denoiser = denoiser
        self.cfg = cfg
        self._step = torch.compile(self.step, backend=backend)

    def split_sigma(self, sigma, sigma_next):
        ratio = (sigma_next.square() * (sigma.square() - sigma_next.square()) / sigma.square()).clamp_min(0).sqrt()
        up = torch.minimum(sigma_next, self.cfg.eta * ratio)
        return (sigma_next.square() - up.square()).sqrt(), up

    def step(self, x, sigma, sigma_next, noise):
        denoised = self.denoiser(x, sigma)
        down, up = self.split_sigma(sigma, sigma_next)
        x = x + (x - denoised) / sigma * (down - sigma)
        return x + up * noise.like(x), denoised.abs().mean()

    @torch.no_grad()
    def run(self, shape, noise):
        sigmas = karras_sigmas(self.cfg)
        x = noise.sample(shape) * sigmas[0]
        levels = []
        for i in range(self.cfg.steps):
            x, level = self._step(x, sigmas[i], sigmas[i + 1], noise)
            levels.append(level)
        return x, torch.stack(levels)
