import torch
import torch.nn as nn


class Pairs(nn.Module):
    def __init__(self, atoms):
        super().__init__()
        i, j = torch.triu_indices(atoms, atoms, 1)
        self.register_buffer("i", i)
        self.register_buffer("j", j)

    def forward(self, positions):
        between = positions.index_select(0, self.i) - positions.index_select(0, self.j)
        return (between.square().sum(-1, keepdim=True) + 1e-6).sqrt()


class Potential(nn.Module):
    def __init__(self, atoms, dim=8):
        super().__init__()
        self.pairs = Pairs(atoms)
        self.net = nn.Sequential(nn.Linear(1, dim), nn.Tanh(), nn.Linear(dim, 1))

    def forward(self, positions):
        energy = self.net(self.pairs(positions))
        grad, = torch.autograd.grad(energy.sum(), positions)
        return energy.detach().sum(), -grad.detach()
