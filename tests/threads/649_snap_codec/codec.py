import torch
from torch import nn
from torch.nn import functional as F

from codebook import Codebook


class Codec(nn.Module):
    def __init__(self, frame=16, dim=6, size=24):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(frame, 32), nn.SiLU(), nn.Linear(32, dim))
        self.book = Codebook(size, dim)
        self.dec = nn.Sequential(nn.Linear(dim, 32), nn.SiLU(), nn.Linear(32, frame))

    def forward(self, frames):
        z, index, commit = self.book(self.enc(frames))
        rebuilt = self.dec(z)
        return F.mse_loss(rebuilt, frames) + commit, index


def tones(gen, batch=24, frame=16):
    t = torch.arange(frame) / frame
    pitch = torch.randint(1, 5, (batch, 1), generator=gen)
    phase = torch.rand(batch, 1, generator=gen)
    return torch.sin(6.2832 * (pitch * t + phase))
