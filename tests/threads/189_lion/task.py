import torch


def waves(n, batch, length):
    g = torch.Generator().manual_seed(6)
    t = torch.linspace(0, 3, length)
    for _ in range(n):
        freq = 1 + 2 * torch.rand(batch, 1, generator=g)
        yield torch.sin(freq * t), freq
