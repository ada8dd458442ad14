import math

import torch
import torch.nn.functional as F

RATE = 4000


def tone(seconds, pitch, generator):
    t = torch.arange(int(seconds * RATE)) / RATE
    hum = torch.sin(2 * math.pi * pitch * t) + 0.3 * torch.sin(4 * math.pi * pitch * t)
    return hum + 0.05 * torch.randn(t.shape[0], generator=generator)


def pad_to_hop(wave, hop):
    short = -wave.shape[-1] % hop
    return F.pad(wave, (0, short))


def loudness(wave):
    return 20.0 * torch.log10(wave.square().mean().sqrt() + 1e-6)


def library(seed):
    g = torch.Generator().manual_seed(seed)
    for seconds, pitch in ((0.40, 110), (0.55, 147), (0.31, 196), (0.72, 220), (0.64, 262), (0.47, 330)):
        yield pitch, tone(seconds, pitch, g)
