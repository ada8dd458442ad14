import math

import torch

CLASSES = 3


def sounds(batches, rows, samples, seed=8):
    """Tones with a falling, a rising or a swelling loudness."""
    gen = torch.Generator().manual_seed(seed)
    time = torch.linspace(0, 1, samples)
    shapes = torch.stack([1 - time, time, torch.sin(math.pi * time)])
    for _ in range(batches):
        labels = torch.randint(0, CLASSES, (rows,), generator=gen)
        pitch = 20 + 60 * torch.rand(rows, 1, generator=gen)
        noise = 0.1 * torch.randn(rows, samples, generator=gen)
        yield shapes[labels] * torch.sin(2 * math.pi * pitch * time) + noise, labels
