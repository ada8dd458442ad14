import torch
from torch import nn


class Dynamics(nn.Module):
    """An ensemble that predicts the next state and the reward."""

    def __init__(self, state=4, action=2, hidden=32, members=3):
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(members, state + action, hidden) * 0.3)
        self.b1 = nn.Parameter(torch.zeros(members, 1, hidden))
        self.w2 = nn.Parameter(torch.randn(members, hidden, state + 1) * 0.2)

    def forward(self, state, action):
        x = torch.cat((state, action), dim=-1).expand(self.w1.shape[0], -1, -1)
        out = torch.tanh(torch.baddbmm(self.b1, x, self.w1)) @ self.w2
        mean = out.mean(0)
        doubt = out.var(0).sum(-1)
        return state + mean[:, :-1], mean[:, -1] - 0.1 * doubt


class PointMass:
    """The real system: a point that is to be brought to the origin."""

    def __init__(self, dt=0.1):
        self.dt = dt

    def reset(self):
        self.state = torch.cat((torch.rand(2) * 2 - 1, torch.zeros(2)))
        return self.state

    def step(self, action):
        pos, vel = self.state[:2], self.state[2:]
        vel = 0.95 * vel + self.dt * action
        self.state = torch.cat((pos + self.dt * vel, vel))
        return self.state, -(self.state[:2] ** 2).sum().item()
