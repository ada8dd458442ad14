"""Few-step student and the discriminator used to distil it."""
import torch
import torch.nn as nn


class Student(nn.Module):
    def __init__(self, dim=8, hidden=32):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim + 1, hidden), nn.SiLU(), nn.Linear(hidden, dim))

    def forward(self, noisy, sigma):
        c_skip = 1.0 / (1.0 + sigma**2)
        cond = torch.cat([noisy * c_skip.sqrt(), sigma.log()], dim=-1)
        return c_skip * noisy + sigma * c_skip.sqrt() * self.net(cond)


class Critic(nn.Module):
    def __init__(self, dim=8, hidden=32):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(dim, hidden), nn.LeakyReLU(0.2))
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.head(self.features(x)).squeeze(-1)
