import torch
from torch import nn

from corrupt import corrupt


class Denoiser(nn.Module):
    def __init__(self, dim=24, hidden=48, strength=0.3, drop=0.15, seed=11):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(dim, hidden), nn.GELU(), nn.Linear(hidden, 8))
        self.decode = nn.Sequential(nn.Linear(8, hidden), nn.GELU(), nn.Linear(hidden, dim))
        self.strength = strength
        self.drop = drop
        self.seed = seed

    def forward(self, x):
        noisy = corrupt(x, self.seed, self.strength, self.drop)
        z = self.encode(noisy)
        return self.decode(z), z


def loss_terms(output, z, x):
    return (output - x).pow(2).mean(), 1e-3 * torch.linalg.vector_norm(z, dim=-1).mean()
