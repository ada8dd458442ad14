import torch
from torch import nn

from clock import Clock


class SoftCodebook(nn.Module):
    def __init__(self, codes, dim):
        super().__init__()
        self.codes = nn.Parameter(torch.randn(codes, dim) * 0.5)
        self.clock = Clock(0.85, 0.25)

    def forward(self, z):
        if self.training:
            self.clock.advance()
        distance = (z[:, None] - self.codes).pow(2).sum(-1)
        weights = (-distance / self.clock.temperature()).softmax(-1)
        return weights @ self.codes, weights


def usage(weights):
    mean = weights.mean(0)
    return (-(mean * mean.clamp_min(1e-9).log()).sum()).exp()


class CodeAutoencoder(nn.Module):
    def __init__(self, features=12, dim=6, codes=10):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(features, 24), nn.GELU(), nn.Linear(24, dim))
        self.quantizer = SoftCodebook(codes, dim)
        self.decoder = nn.Sequential(nn.Linear(dim, 24), nn.GELU(), nn.Linear(24, features))

    def forward(self, x):
        z, weights = self.quantizer(self.encoder(x))
        return self.decoder(z), weights
