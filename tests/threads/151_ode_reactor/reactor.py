import torch
from torch import nn

from odelite import StepControl
from odelite.steppers import METHODS


class Kinetics(nn.Module):
    """Learned reaction rates: dy/dt of a few species."""

    def __init__(self, species):
        super().__init__()
        self.hidden = nn.Linear(species + 1, 24)
        self.rate = nn.Linear(24, species)

    def forward(self, t, y):
        clock = t.expand(y.shape[0], 1)
        return self.rate(torch.tanh(self.hidden(torch.cat([y, clock], 1)))) - 0.3 * y


class Reactor(nn.Module):
    def __init__(self, species=3, method="heun", steps=6):
        super().__init__()
        self.kinetics = Kinetics(species)
        self.method = method
        self.steps = steps
        self.control = StepControl(tol=2e-3)
        self.simulate = torch.compile(self.simulate, backend="eager")

    def simulate(self, y, dt):
        advance = METHODS[self.method]
        t = torch.zeros(1, 1, dtype=y.dtype)
        for _ in range(self.steps):
            y, err = advance(self.kinetics, t, y, dt)
            t = t + dt
            if err is not None:
                dt = self.control.limit(dt * self.control.factor(err), 0.5)
        return y, t
