import math

import torch

from lora import lora_layers


class AdapterFade:
    """Moves from one adapter to another over the steps of a sampler."""

    def __init__(self, model, first, second):
        self.layers = lora_layers(model)
        self.first, self.second = first, second

    def __call__(self, done):
        share = 0.5 - 0.5 * math.cos(math.pi * done)
        for layer in self.layers:
            layer.set_weight(self.first, 1.0 - share)
            layer.set_weight(self.second, share)


class EulerSampler:
    def __init__(self, steps, sigma_max=8.0, sigma_min=0.1, rho=5.0):
        ramp = torch.linspace(0, 1, steps)
        low, high = sigma_min ** (1 / rho), sigma_max ** (1 / rho)
        self.sigmas = torch.cat(((high + ramp * (low - high)) ** rho, torch.zeros(1)))

    @torch.no_grad()
    def sample(self, denoise, shape, on_step=()):
        x = torch.randn(shape) * self.sigmas[0]
        steps = len(self.sigmas) - 1
        for i in range(steps):
            for hook in on_step:
                hook(i / steps)
            sigma, after = self.sigmas[i], self.sigmas[i + 1]
            slope = (x - denoise(x, sigma.expand(shape[0]))) / sigma
            x = x + slope * (after - sigma)
        return x
