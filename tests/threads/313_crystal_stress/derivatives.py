"""Forces and stress of an energy model."""
from dataclasses import dataclass

import torch


@dataclass
class Outputs:
    energy: torch.Tensor
    forces: torch.Tensor
    stress: torch.Tensor

    def pressure(self):
        return -self.stress.trace() / 3.0


class DerivativeEngine:
    def __init__(self, model):
        self.model = model

    def _leaves(self, structure):
        positions = structure.positions.detach().clone().requires_grad_(True)
        strain = torch.zeros(3, 3, requires_grad=True)
        return positions, strain

    def __call__(self, structure, want_stress=False):
        positions, strain = self._leaves(structure)
        energy = self.model(positions, strain, structure.cell, structure.species, structure.pairs)
        (dpos,) = torch.autograd.grad(energy, positions, retain_graph=want_stress)
        stress = torch.zeros(3, 3)
        if want_stress:
            (dstrain,) = torch.autograd.grad(energy, strain)
            stress = dstrain / structure.volume
        return Outputs(energy.detach(), -dpos, stress)
