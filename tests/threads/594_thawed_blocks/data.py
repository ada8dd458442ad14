import torch


def spiral_batches(count, size, classes, seed):
    gen = torch.Generator().manual_seed(seed)
    batches = []
    for _ in range(count):
        labels = torch.randint(classes, (size,), generator=gen)
        radius = torch.rand(size, generator=gen)
        angle = 3.0 * radius + labels * (6.2832 / classes)
        x, y = radius * angle.cos(), radius * angle.sin()
        features = torch.stack([x, y, x * y, x * x, y * y, radius], dim=-1)
        batches.append((features, labels))
    return batches
