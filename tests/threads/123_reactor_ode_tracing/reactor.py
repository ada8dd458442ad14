import torch
from torch import nn


class Reactor(nn.Module):
    """A -> B -> C with first order rates."""

    def __init__(self, k1, k2):
        super().__init__()
        self.k1 = nn.Parameter(torch.tensor(k1))
        self.k2 = nn.Parameter(torch.tensor(k2))

    def forward(self, t, c):
        r1 = self.k1 * c[:, 0]
        r2 = self.k2 * c[:, 1]
        return torch.stack([-r1, r1 - r2, r2], 1)
