import torch
from torch import nn


class Factor(nn.Module):
    """Matrix factorisation whose factors have one shape."""

    def __init__(self, n=48, rank=12):
        super().__init__()
        self.users = nn.Parameter(torch.randn(n, rank) * 0.3)
        self.items = nn.Parameter(torch.randn(n, rank) * 0.3)

    def forward(self, u, i):
        return (self.users[u] * self.items[i]).sum(-1)


def ratings(n=48, count=1024, seed=0):
    gen = torch.Generator().manual_seed(seed)
    u = torch.randint(n, (count,), generator=gen)
    i = torch.randint(n, (count,), generator=gen)
    r = torch.sin(u * 0.3) * torch.cos(i * 0.2) + 0.05 * torch.randn(count, generator=gen)
    return u, i, r
