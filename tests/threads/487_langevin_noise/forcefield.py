import torch
from torch import nn


class PairPotential(nn.Module):
    """Soft Lennard-Jones pairs inside a harmonic trap."""

    def __init__(self, epsilon=0.5, sigma=0.8, trap=0.2):
        super().__init__()
        self.register_buffer("epsilon", torch.tensor(epsilon))
        self.register_buffer("sigma", torch.tensor(sigma))
        self.trap = trap

    def forces(self, pos):
        delta = pos.unsqueeze(1) - pos.unsqueeze(0)
        r2 = delta.square().sum(-1) + 0.3
        s6 = (self.sigma ** 2 / r2) ** 3
        scale = 24 * self.epsilon * (2 * s6 ** 2 - s6) / r2
        return (scale.unsqueeze(-1) * delta).sum(1) - self.trap * pos

    def energy(self, pos):
        r2 = (pos.unsqueeze(1) - pos.unsqueeze(0)).square().sum(-1) + 0.3
        s6 = (self.sigma ** 2 / r2) ** 3
        pair = (4 * self.epsilon * (s6 ** 2 - s6)).triu(1).sum()
        return pair + 0.5 * self.trap * pos.square().sum()
