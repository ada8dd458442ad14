import torch


def shapes(count, batch, size, seed):
    g = torch.Generator().manual_seed(seed)
    ys, xs = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    for _ in range(count):
        center = torch.randint(5, size - 5, (batch, 2, 1, 1), generator=g)
        radius = torch.randint(3, 6, (batch, 1, 1), generator=g)
        mask = ((ys - center[:, 0]) ** 2 + (xs - center[:, 1]) ** 2 <= radius ** 2).float()[:, None]
        yield mask + 0.3 * torch.randn(batch, 1, size, size, generator=g), mask
