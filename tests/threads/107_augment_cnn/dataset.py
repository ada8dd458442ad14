import torch


def stripes(n, batch, size, seed):
    """Wide and narrow stripes, two classes, three channels."""
    g = torch.Generator().manual_seed(seed)
    pos = torch.arange(size)
    for _ in range(n):
        label = torch.randint(0, 2, (batch,), generator=g)
        period = torch.where(label == 0, 4, 8).view(-1, 1)
        row = ((pos % period) < period // 2).float()
        image = row.view(batch, 1, 1, size).expand(batch, 3, size, size)
        yield image + 0.2 * torch.rand(batch, 3, size, size, generator=g), label
