import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self, dim=10, hidden=32):
        super().__init__()
        self.inp = nn.Linear(dim + 1, hidden)
        self.mid = nn.Linear(hidden, hidden)
        self.norm = nn.BatchNorm1d(hidden)
        self.out = nn.Linear(hidden, dim)

    def forward(self, x, t):
        h = torch.nn.functional.silu(self.inp(torch.cat([x, t], dim=-1)))
        return self.out(torch.nn.functional.silu(self.norm(self.mid(h))))


def noise_batch(clean, generator):
    t = torch.rand(clean.shape[0], 1, generator=generator)
    noise = torch.randn(clean.shape, generator=generator)
    return (1 - t) * clean + t * noise, t, noise
