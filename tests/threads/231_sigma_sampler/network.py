import torch
from torch import nn


class NoiseEmbedding(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.register_buffer("freqs", torch.exp(torch.linspace(0.0, 3.0, dim // 2)))
        self.proj = nn.Linear(dim, dim)

    def forward(self, level: torch.Tensor) -> torch.Tensor:
        ang = level.log() * 0.25 * self.freqs
        return self.proj(torch.cat([ang.sin(), ang.cos()]))


class Denoiser(nn.Module):
    def __init__(self, channels: int = 3, dim: int = 16):
        super().__init__()
        self.embed = NoiseEmbedding(dim)
        self.inp = nn.Conv2d(channels, dim, 3, padding=1)
        self.mid = nn.Conv2d(dim, dim, 3, padding=1)
        self.out = nn.Conv2d(dim, channels, 3, padding=1)

    def forward(self, x: torch.Tensor, level: torch.Tensor) -> torch.Tensor:
        h = torch.nn.functional.silu(self.inp(x))
        h = h + self.embed(level)[None, :, None, None]
        return self.out(torch.nn.functional.silu(self.mid(h)))
