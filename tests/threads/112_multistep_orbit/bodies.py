import math

import torch


def ring(radius, n):
    """Bodies on a circle, with the circular velocity; columns x, y, vx, vy."""
    angle = torch.arange(n, dtype=torch.float64) * (2 * math.pi / n)
    pos = radius * torch.stack([angle.cos(), angle.sin()], dim=1)
    vel = torch.stack([-angle.sin(), angle.cos()], dim=1) / math.sqrt(radius)
    return torch.cat([pos, vel], dim=1)


class Field:
    def __init__(self, mass, soft):
        self.mass = mass
        self.soft = soft
        self.evaluations = 0
        self.terms = [self.central, self.drag]
        self._total = torch.compile(self._total, backend="eager")

    def central(self, pos, vel):
        d2 = pos.pow(2).sum(dim=1, keepdim=True) + self.soft ** 2
        return -self.mass * pos / (d2 * d2.sqrt())

    def drag(self, pos, vel):
        return -1e-3 * vel

    def _total(self, state):
        pos, vel = state[:, :2], state[:, 2:]
        force = sum(term(pos, vel) for term in self.terms)
        return torch.cat([vel, force], dim=1)

    def __call__(self, state):
        self.evaluations += 1
        return self._total(state)
