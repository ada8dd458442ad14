import math
from dataclasses import dataclass

import torch


@dataclass
class Bath:
    temperature: float = 0.3
    friction: float = 1.0
    seed: int = 7


class OrnsteinUhlenbeck:
    def __init__(self, bath, dt):
        self.bath = bath
        self.decay = math.exp(-bath.friction * dt)
        self.spread = math.sqrt(bath.temperature * (1.0 - self.decay ** 2))
        self.generator = torch.Generator().manual_seed(bath.seed)

    def kick(self, like):
        return torch.randn(like.shape, generator=self.generator, dtype=like.dtype)

    def __call__(self, vel):
        return self.decay * vel + self.spread * self.kick(vel)


class NoThermostat:
    def __call__(self, vel):
        return vel
