"""Energies and forces from a potential, for training and for rollouts."""
import torch
from torch import nn


class Calculator(nn.Module):
    def __init__(self, potential, scale=1.0, compile_backend=None):
        super().__init__()
        self.potential = potential
        self.register_buffer("scale", torch.tensor(scale))
        if compile_backend is not None:
            self.potential = torch.compile(potential, backend=compile_backend)

    def energy_of(self, species, pairs, pos):
        return self.potential(species, pairs, pos) * self.scale

    def forward(self, species, pairs, pos):
        pos = pos.detach().requires_grad_(True)
        energy = self.energy_of(species, pairs, pos)
        grad, = torch.autograd.grad(energy.sum(), pos, create_graph=self.training)
        return energy, -grad


def net_force(forces):
    return forces.sum(dim=1).norm(dim=-1).max()
