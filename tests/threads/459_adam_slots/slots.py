from dataclasses import dataclass, field

import torch


@dataclass
class Slot:
    """Running moments that belong to one parameter."""

    mean: torch.Tensor
    var: torch.Tensor
    step: int = field(default=0)

    @classmethod
    def like(cls, param):
        return cls(torch.zeros_like(param), torch.zeros_like(param))

    def advance(self):
        self.step += 1
        return self.step

    def norms(self):
        return self.mean.norm().item(), self.var.norm().item()


def debias(beta, step):
    return 1.0 - beta**step
