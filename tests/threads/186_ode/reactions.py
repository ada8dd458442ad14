import torch
from torch import nn

from stiffkit.integrate import odeint


class Oregonator(nn.Module):
    """A softened two-species oscillator."""

    def __init__(self, q=0.5, f=1.0):
        super().__init__()
        self.q = nn.Parameter(torch.tensor(q, dtype=torch.float64))
        self.f = nn.Parameter(torch.tensor(f, dtype=torch.float64))

    def forward(self, t, y):
        u, v = y.unbind(-1)
        du = u * (1 - u) - self.f * v * (u - self.q) / (u.abs() + self.q)
        dv = u - v
        return torch.stack([du, dv], -1)


def initial_state(n=3):
    base = torch.tensor([0.8, 0.3], dtype=torch.float64)
    return base + 0.1 * torch.arange(n, dtype=torch.float64)[:, None]


@torch.no_grad()
def observe(system, times):
    return odeint(system, initial_state(), times)
