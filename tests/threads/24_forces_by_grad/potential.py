import torch
import torch.nn as nn

from calculus import derivative


class Potential(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("centers", torch.linspace(0.5, 3, dim))
        self.fc1 = nn.Linear(dim, dim)
        self.fc2 = nn.Linear(dim, 1)

    def energy(self, pos):
        d = (pos[:, None] - pos[None, :]).square().sum(-1).add(0.1).sqrt()
        basis = torch.exp(-((d[..., None] - self.centers) ** 2))
        return self.fc2(torch.tanh(self.fc1(basis.sum(1)))).sum()

    def forward(self, pos):
        energy = self.energy(pos)
        return energy.detach(), -derivative(energy, pos)
