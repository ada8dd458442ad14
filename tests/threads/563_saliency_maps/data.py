import torch


def blobs(count, size=16):
    gen = torch.Generator().manual_seed(21)
    grid = torch.arange(size).float()
    centers = torch.rand(count, 2, generator=gen) * (size - 4) + 2
    dy = (grid.view(1, size, 1) - centers[:, 0].view(-1, 1, 1)) ** 2
    dx = (grid.view(1, 1, size) - centers[:, 1].view(-1, 1, 1)) ** 2
    return torch.exp(-(dy + dx) / 6.0).unsqueeze(1), centers
