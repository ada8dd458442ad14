import copy
from dataclasses import dataclass

import torch


@dataclass
class LatentState:
    deter: torch.Tensor
    stoch: torch.Tensor

    def fork(self):
        return LatentState(copy.copy(self.deter), copy.copy(self.stoch))

    def features(self):
        return torch.cat([self.deter, self.stoch], dim=-1)

    @staticmethod
    def zeros(batch, deter, stoch):
        return LatentState(torch.zeros(batch, deter), torch.zeros(batch, stoch))
