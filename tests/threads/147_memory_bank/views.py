import torch


def two_views(seed, batch, dim):
    """Two noisy copies of the same rows."""
    g = torch.Generator().manual_seed(seed)
    base = torch.randn(batch, dim, generator=g)
    first = base + 0.1 * torch.randn(batch, dim, generator=g)
    second = base + 0.1 * torch.randn(batch, dim, generator=g)
    return first, second
