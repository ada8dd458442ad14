import functools

import torch

BUILT = []


@functools.cache
def hann(size):
    BUILT.append(("hann", size))
    n = torch.arange(size, dtype=torch.float32)
    return 0.5 - 0.5 * torch.cos(2 * torch.pi * n / size)


def hop_for(size):
    return size // 4
