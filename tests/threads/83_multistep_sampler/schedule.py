from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Level:
    """One step of the sampler: from (alpha, sigma) to (next_alpha, next_sigma)."""

    alpha: torch.Tensor
    sigma: torch.Tensor
    next_alpha: torch.Tensor
    next_sigma: torch.Tensor

    @property
    def log_snr(self):
        return torch.log(self.alpha / self.sigma)

    @property
    def gap(self):
        return torch.log(self.next_alpha / self.next_sigma) - self.log_snr


def cosine_schedule(steps):
    t = torch.linspace(0.97, 0.03, steps + 1) * torch.pi / 2
    alphas, sigmas = torch.cos(t), torch.sin(t)
    return [Level(alphas[i], sigmas[i], alphas[i + 1], sigmas[i + 1]) for i in range(steps)]
