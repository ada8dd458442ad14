import math

import torch


class CosineSchedule:
    def __init__(self, steps: int, clip: float = 1.0, seed: int = 0):
        self.steps = steps
        self.clip = clip
        self.generator = torch.Generator().manual_seed(seed)
        grid = torch.arange(steps + 1, dtype=torch.float64) / steps
        bar = torch.cos((grid + 0.008) / 1.008 * math.pi / 2).square()
        self.alpha_bar = (bar / bar[0]).clamp(min=1e-4).float()

    def timesteps(self) -> torch.Tensor:
        return torch.arange(self.steps, 0, -1).unsqueeze(1)

    def noise_like(self, x: torch.Tensor) -> torch.Tensor:
        return torch.randn(x.shape, generator=self.generator, dtype=x.dtype)

    def add_noise(self, clean: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
        bar = self.alpha_bar[t].view(-1, 1, 1)
        return bar.sqrt() * clean + (1 - bar).sqrt() * self.noise_like(clean)

    def step(self, pred: torch.Tensor, x: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
        now, prev = self.alpha_bar[t], self.alpha_bar[t - 1]
        clean = ((x - (1 - now).sqrt() * pred) / now.sqrt()).clamp(-self.clip, self.clip)
        ratio = now / prev
        mean = (prev.sqrt() * (1 - ratio) * clean + ratio.sqrt() * (1 - prev) * x) / (1 - now)
        std = ((1 - prev) / (1 - now) * (1 - ratio)).sqrt()
        return mean + std * self.noise_like(x)
