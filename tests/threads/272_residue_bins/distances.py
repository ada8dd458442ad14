import math
from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class BinSpec:
    exact: int = 4
    bins: int = 12
    max_distance: int = 64

    def of(self, distance: int) -> int:
        if distance < self.exact:
            return distance
        scale = math.log(distance / self.exact) / math.log(self.max_distance / self.exact)
        return min(self.exact + int(scale * (self.bins - self.exact)), self.bins - 1)


class ResidueBias(nn.Module):
    def __init__(self, heads: int, spec: BinSpec):
        super().__init__()
        self.spec = spec
        self.weight = nn.Embedding(spec.bins, heads)

    def bins(self, length: int) -> torch.Tensor:
        return torch.tensor([self.spec.of(d) for d in range(length)])

    def forward(self, length: int) -> torch.Tensor:
        index = torch.arange(length)
        gap = (index[:, None] - index[None, :]).abs()
        return self.weight(self.bins(length)[gap]).permute(2, 0, 1)
