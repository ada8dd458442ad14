import torch


def spirals(count, seed):
    """Two arms of a spiral with their labels."""
    gen = torch.Generator().manual_seed(seed)
    t = torch.rand(count, generator=gen) * 6
    y = torch.randint(0, 2, (count,), generator=gen)
    a = t + y * 3.14159
    x = torch.stack([t * a.cos(), t * a.sin()], 1) / 6
    return x + 0.02 * torch.randn(x.shape, generator=gen), y


def batches(x, y, size):
    for i in range(0, len(x), size):
        yield x[i : i + size], y[i : i + size]
