import torch


def stream(n, batch=8, length=20):
    """Accelerometer windows; the class is a frequency."""
    gen = torch.Generator().manual_seed(55)
    t = torch.linspace(0, 1, length)
    for _ in range(n):
        y = torch.randint(0, 4, (batch,), generator=gen)
        wave = torch.sin(2 * torch.pi * (y[:, None, None] + 1) * t)
        yield wave.expand(batch, 3, length) + 0.2 * torch.randn(batch, 3, length, generator=gen), y
