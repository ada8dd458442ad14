import math

import torch


def recording(seed, n=320):
    g = torch.Generator().manual_seed(seed)
    t = torch.arange(n) / 8000
    return torch.sin(2 * math.pi * 440 * t) + 0.2 * torch.randn(n, generator=g)


def chunks(signal, size):
    for i in range(0, signal.numel(), size):
        yield signal[i:i + size].clone()
