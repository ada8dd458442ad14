from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class FieldConfig:
    compile: bool = True
    backend: str = "aot_eager"


class ForceField(nn.Module):
    def __init__(self, potential, cfg: FieldConfig):
        super().__init__()
        self.potential = potential
        self.energy = torch.compile(potential, backend=cfg.backend) if cfg.compile else potential

    def forward(self, pos, z):
        pos = pos.detach().requires_grad_(True)
        energy = self.energy(pos, z)
        (grad,) = torch.autograd.grad(energy, pos, create_graph=self.training)
        return energy, -grad
