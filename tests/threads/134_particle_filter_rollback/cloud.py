"""The particles and their weights."""
import copy
from dataclasses import dataclass

import torch


@dataclass
class Cloud:
    pos: torch.Tensor
    weight: torch.Tensor
    age: int = 0

    def mean(self):
        return (self.pos * self.weight[:, None]).sum(0)

    def effective(self):
        return 1.0 / (self.weight ** 2).sum()

    def shallow(self):
        return copy.copy(self)

    def fork(self):
        """An independent cloud to try something on."""
        return copy.deepcopy(self)
