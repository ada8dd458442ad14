import torch
import torch.nn as nn


class LoraLinear(nn.Module):
    def __init__(self, cin, cout, rank=4):
        super().__init__()
        self.base = nn.Linear(cin, cout)
        self.down = nn.Parameter(torch.zeros(rank, cin))
        self.up = nn.Parameter(torch.zeros(cout, rank))
        self.scaling = 1.0

    def apply_scaling(self, delta):
        if self.scaling == 1.0:
            return delta
        return delta * self.scaling

    def forward(self, x):
        delta = x @ self.down.T @ self.up.T
        return self.base(x) + self.apply_scaling(delta)
