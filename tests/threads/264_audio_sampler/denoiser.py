import torch
from torch import nn


class SigmaEmbedding(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("freqs", torch.logspace(0.0, 1.5, dim // 2))

    def forward(self, sigma):
        angles = sigma.log() * self.freqs
        return torch.cat([angles.sin(), angles.cos()])


class WaveDenoiser(nn.Module):
    """Small 1d convolution net, preconditioned as in EDM."""

    def __init__(self, channels=8, sigma_data=0.5):
        super().__init__()
        self.sigma_data = sigma_data
        self.embed = SigmaEmbedding(channels)
        self.conv_in = nn.Conv1d(1, channels, 5, padding=2)
        self.conv_mid = nn.Conv1d(channels, channels, 5, padding=4, dilation=2)
        self.conv_out = nn.Conv1d(channels, 1, 5, padding=2)

    def forward(self, x, sigma):
        total = sigma.square() + self.sigma_data ** 2
        h = self.conv_in(x * total.rsqrt()) + self.embed(sigma)[None, :, None]
        h = torch.nn.functional.silu(self.conv_mid(torch.nn.functional.silu(h)))
        skip = self.sigma_data ** 2 / total
        return skip * x + sigma * self.sigma_data * total.rsqrt() * self.conv_out(h)
