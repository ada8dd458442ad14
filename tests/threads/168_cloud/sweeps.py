import torch


def sweep(i, n=80):
    g = torch.Generator().manual_seed(40 + i)
    angle = torch.rand(n, generator=g) * 2 * torch.pi
    r = 5 + torch.rand(n, generator=g)
    z = 0.2 * torch.randn(n, generator=g)
    return torch.stack([r * angle.cos(), r * angle.sin(), z], -1)
