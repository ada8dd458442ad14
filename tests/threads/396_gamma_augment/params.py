from dataclasses import dataclass

import torch


@dataclass
class AugmentConfig:
    gamma: tuple = (0.6, 1.6)
    gain: tuple = (0.9, 1.1)
    contrast: tuple = (0.8, 1.3)
    flip_p: float = 0.5


class ParamSampler:
    def __init__(self, cfg, seed=0):
        self.cfg = cfg
        self.gen = torch.Generator().manual_seed(seed)

    def _uniform(self, n, bounds):
        low, high = bounds
        return low + (high - low) * torch.rand(n, generator=self.gen)

    def __call__(self, n):
        return {
            "gamma": self._uniform(n, self.cfg.gamma),
            "gain": self._uniform(n, self.cfg.gain),
            "contrast": self._uniform(n, self.cfg.contrast),
            "flip": torch.rand(n, generator=self.gen) < self.cfg.flip_p,
        }
