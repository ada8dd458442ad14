import torch
from torch import nn

from profiling import timed


class PendulumChain(nn.Module):
    """n coupled pendulums; the state is [angle, velocity]."""

    def __init__(self, n, friction, coupling):
        super().__init__()
        self.n = n
        self.friction = nn.Parameter(torch.tensor(friction))
        self.coupling = nn.Parameter(torch.tensor(coupling))

    def split(self, state):
        return state[..., :self.n], state[..., self.n:]

    def forces(self, angle):
        left = torch.roll(angle, 1, -1) - angle
        right = torch.roll(angle, -1, -1) - angle
        return self.coupling * (left + right) - torch.sin(angle)

    def raw_field(self, state):
        angle, vel = self.split(state)
        acc = self.forces(angle) - self.friction * vel
        return torch.cat([vel, acc], dim=-1)

    @timed("field")
    def field(self, state):
        return self.raw_field(state)

    def energy(self, state):
        angle, vel = self.split(state)
        return (0.5 * vel.square() + 1 - torch.cos(angle)).sum(-1).mean()
