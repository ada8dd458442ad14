import math

import torch
from torch import nn


def gaussian_probe(size, width=0.35):
    axis = torch.linspace(-1, 1, size)
    amp = torch.exp(-(axis[:, None] ** 2 + axis[None, :] ** 2) / width)
    return torch.stack([amp, torch.zeros_like(amp)], dim=-1)


class PtychoModel(nn.Module):
    def __init__(self, field=24, probe=12, step=4):
        super().__init__()
        self.size = probe
        self.obj_phase = nn.Parameter(torch.zeros(field, field))
        self.obj_amp = nn.Parameter(torch.ones(field, field))
        self.probe = nn.Parameter(gaussian_probe(probe))
        self.defocus = nn.Parameter(torch.zeros(()))
        corners = [(r, c) for r in range(0, field - probe + 1, step) for c in range(0, field - probe + 1, step)]
        offset = torch.arange(probe)
        corners = torch.tensor(corners)
        self.register_buffer("rows", corners[:, 0, None, None] + offset[:, None])
        self.register_buffer("cols", corners[:, 1, None, None] + offset[None, :])
        freq = torch.fft.fftfreq(probe)
        self.register_buffer("q2", freq[:, None] ** 2 + freq[None, :] ** 2)

    def propagate(self, wave):
        kernel = torch.polar(torch.ones_like(self.q2), -math.pi * self.defocus * self.q2)
        return torch.fft.fft2(wave, norm="ortho") * kernel

    def forward(self):
        field = torch.polar(self.obj_amp, self.obj_phase)
        patches = field[self.rows, self.cols]
        wave = torch.fft.ifft2(self.propagate(torch.view_as_complex(self.probe)), norm="ortho")
        return torch.fft.fft2(patches * wave, norm="ortho").abs().square()


def poisson_loss(intensity, measured, eps=1e-4):
    return (intensity.clamp_min(eps).sqrt() - measured.clamp_min(eps).sqrt()).square().mean()
