import torch


def jitter(x, g):
    return x + 0.1 * torch.randn(x.shape, generator=g)


def two_view_stream(n, batch, seed):
    g = torch.Generator().manual_seed(seed)
    for _ in range(n):
        base = torch.randn(batch, 10, generator=g)
        yield jitter(base, g), jitter(base, g)
