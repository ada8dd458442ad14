import torch


def digit_batches(count, size, classes, seed):
    gen = torch.Generator().manual_seed(seed)
    prototypes = torch.rand(classes, 1, 12, 12, generator=gen)
    batches = []
    for _ in range(count):
        labels = torch.randint(classes, (size,), generator=gen)
        images = prototypes[labels] + 0.2 * torch.randn(size, 1, 12, 12, generator=gen)
        batches.append((images, labels))
    return batches
