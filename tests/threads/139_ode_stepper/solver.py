import torch
from torch import nn


class Pendulum(nn.Module):
    def __init__(self, damping=0.1):
        super().__init__()
        self.damping = nn.Parameter(torch.tensor(damping, dtype=torch.float64))

    def forward(self, y):
        angle, speed = y.unbind(-1)
        return torch.stack([speed, -torch.sin(angle) - self.damping * speed], -1)


class StepControl:
    """Steps that grow by a factor up to h_max and end at the span."""

    def __init__(self, h, h_max, grow, span):
        self.h, self.h_max, self.grow, self.span = h, h_max, grow, span

    def steps(self):
        t, h = 0.0, self.h
        while t < self.span:
            h = min(h * self.grow, self.h_max, self.span - t)
            yield h
            t = t + h + 1e-12


def rk4(field, y, h):
    k1 = field(y)
    k2 = field(y + h / 2 * k1)
    k3 = field(y + h / 2 * k2)
    k4 = field(y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def integrate(field, y, control):
    for h in control.steps():
        y = rk4(field, y, h)
    return y
