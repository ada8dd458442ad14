import math

import torch
from torch import nn


def fourier_basis(nlon, degrees):
    angle = torch.arange(nlon)[:, None] * torch.arange(degrees) * (2 * math.pi / nlon)
    return torch.cos(angle) / nlon, torch.sin(angle) / nlon


def area_weights(nlat):
    weights = torch.cos(torch.linspace(-math.pi / 2, math.pi / 2, nlat)) + 1e-3
    return weights / weights.sum()


class Spectrum(nn.Module):
    """Mean power of the zonal wave numbers, weighted by area."""

    def __init__(self, nlat, nlon, degrees):
        super().__init__()
        self.nlat, self.nlon = nlat, nlon
        cos, sin = fourier_basis(nlon, degrees)
        self.register_buffer("cos", cos)
        self.register_buffer("sin", sin)
        self.register_buffer("area", area_weights(nlat))

    def forward(self, field):
        assert field.shape[-2] == self.nlat
        assert field.shape[-1] == self.nlon
        power = (field @ self.cos) ** 2 + (field @ self.sin) ** 2
        power = (power * self.area[:, None]).sum(-2)
        return power.reshape(-1, power.shape[-1]).mean(0)
