import torch
import torch.nn as nn


class FourierFeatures(nn.Module):
    def __init__(self, inputs, count, scale):
        super().__init__()
        self.register_buffer("freq", torch.randn(inputs, count) * scale)

    def forward(self, z):
        phase = z @ self.freq
        return torch.cat([phase.sin(), phase.cos()], dim=-1)


class ScalarField(nn.Module):
    """u(x, t) as a tanh network on Fourier features, zero at the walls x = -1, 1."""

    def __init__(self, width=24, features=8, scale=1.0):
        super().__init__()
        self.encode = FourierFeatures(2, features, scale)
        self.body = nn.Sequential(
            nn.Linear(2 * features, width), nn.Tanh(),
            nn.Linear(width, width), nn.Tanh(),
            nn.Linear(width, 1),
        )

    def forward(self, z):
        return (1 - z.square())[:, 0] * self.body(self.encode(z)).squeeze(-1)
