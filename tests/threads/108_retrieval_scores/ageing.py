import torch

HALF_LIFE = 50.0
WEIGHT = 0.2


def ages(n):
    """The newest passage is last and has age 0."""
    return torch.tensor([float(n - 1 - i) for i in range(n)])


def decay(n):
    return WEIGHT * torch.exp2(-ages(n) / HALF_LIFE)
