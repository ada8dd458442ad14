import torch


def make_pool(seed, n=96, dim=5):
    g = torch.Generator().manual_seed(seed)
    centres = 1.5 * torch.randn(3, dim, generator=g)
    y = torch.randint(0, 3, (2 * n,), generator=g)
    x = centres[y] + torch.randn(2 * n, dim, generator=g)
    return x[:n], y[:n], x[n:], y[n:]
