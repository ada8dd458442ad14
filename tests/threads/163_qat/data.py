import torch


def batches(n, seed):
    g = torch.Generator().manual_seed(seed)
    for _ in range(n):
        x = torch.randn(16, 8, 12, generator=g)
        y = (x.mean((1, 2)) * 20).long().clamp(0, 3)
        yield x, y
