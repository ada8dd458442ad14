import torch
import torch.nn as nn


def cross(x):
    """Second order interactions by the sum of squares trick."""
    return 0.5 * (x.sum(1).square() - x.square().sum(1))


class Scorer(nn.Module):
    def __init__(self, columns, dim):
        super().__init__()
        self.encoders = nn.ModuleDict(
            {c.name: nn.Linear(c.width, dim, bias=False) for c in columns}
        )
        self.first = nn.Linear(dim, 1)
        self.second = nn.Linear(dim, 1, bias=False)

    def encode(self, features):
        return torch.stack([self.encoders[k](v) for k, v in features.items()], dim=1)

    def forward(self, **features):
        parts = self.encode(features)
        return (self.first(parts.sum(1)) + self.second(cross(parts))).squeeze(-1)
