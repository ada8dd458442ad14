import math

import torch

from forces import force
from streams import replayed, stream_seed


class Langevin:
    """BAOAB splitting with a noise stream that a restarted run can replay."""

    def __init__(self, run, dt=0.05, gamma=1.0, kT=0.35):
        self.run = run
        self.dt = dt
        self.damp = math.exp(-gamma * dt)
        self.kick = math.sqrt(kT * (1.0 - self.damp ** 2))

    def thermostat(self, v, step):
        with replayed(stream_seed(self.run, step)):
            xi = torch.randn(v.shape)
        return self.damp * v + self.kick * xi

    def advance(self, x, v, step):
        v = v + 0.5 * self.dt * force(x)
        x = x + 0.5 * self.dt * v
        v = self.thermostat(v, step)
        x = x + 0.5 * self.dt * v
        v = v + 0.5 * self.dt * force(x)
        return x, v
