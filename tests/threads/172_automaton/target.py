import torch


def disc(n, radius):
    g = torch.arange(n, dtype=torch.float32) - n / 2
    return ((g[:, None] ** 2 + g[None] ** 2).sqrt() < radius).float()


def seed_grid(n, channels):
    grid = torch.zeros(1, channels, n, n)
    grid[:, :, n // 2, n // 2] = 1.0
    return grid
