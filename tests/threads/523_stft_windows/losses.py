import torch
from torch import nn

from windows import hann, hop_for


def frames(wave, size):
    return wave.unfold(-1, size, hop_for(size))


def magnitude(wave, size):
    chunk = frames(wave, size) * hann(size)
    n = torch.arange(size, dtype=torch.float32)
    k = torch.arange(size // 2 + 1, dtype=torch.float32)
    angle = 2 * torch.pi * n[:, None] * k[None] / size
    real, imag = chunk @ torch.cos(angle), chunk @ torch.sin(angle)
    return (real.pow(2) + imag.pow(2) + 1e-7).sqrt()


class MultiScaleLoss(nn.Module):
    def __init__(self, sizes=(32, 64, 128)):
        super().__init__()
        self.sizes = sizes

    def forward(self, estimate, target):
        total = 0.0
        for size in self.sizes:
            a, b = magnitude(estimate, size), magnitude(target, size)
            total = total + (a - b).abs().mean() + (a.log() - b.log()).abs().mean()
        return total / len(self.sizes)
