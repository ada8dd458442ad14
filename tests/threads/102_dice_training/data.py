import torch

IGNORE = 255


def disk(size, g):
    yy, xx = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    cx, cy = torch.randint(4, size - 4, (2,), generator=g)
    return ((xx - cx) ** 2 + (yy - cy) ** 2 <= 9).long()


def shapes(n, batch, size, seed):
    """Noisy disks; the border of each label is not annotated."""
    g = torch.Generator().manual_seed(seed)
    for _ in range(n):
        label = torch.stack([disk(size, g) for _ in range(batch)])
        image = label.float().unsqueeze(1) + 0.3 * torch.randn(batch, 1, size, size, generator=g)
        edge = torch.rand(batch, size, size, generator=g) < 0.05
        label[edge] = IGNORE
        yield image, label
