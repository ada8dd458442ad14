import torch


def ricker(t, f):
    a = (torch.pi * f * t) ** 2
    return (1 - 2 * a) * torch.exp(-a)


def synthetic_catalog(n, length, seed):
    g = torch.Generator().manual_seed(seed)
    t = torch.arange(length, dtype=torch.float32)
    onset = torch.randint(20, length - 30, (n,), generator=g).float()
    wave = ricker(t[None] - onset[:, None], 0.08)
    polar = torch.randn(n, 3, generator=g)
    return polar[:, :, None] * wave[:, None, :] + 0.05 * torch.randn(n, 3, length, generator=g)
