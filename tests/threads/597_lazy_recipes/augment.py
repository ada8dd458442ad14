import torch

from rearrange import merge, split


def patch_shuffle(images, fold, gen):
    name = f"window:{fold}"
    tokens = split(images, name)
    order = torch.randperm(tokens.shape[1], generator=gen)
    mixed = tokens.clone()
    mixed[: tokens.shape[0] // 4] = tokens[: tokens.shape[0] // 4, order]
    return merge(mixed, name, images.shape)


def batches(count, seed, folds=(2, 4, 8, 16, 32)):
    gen = torch.Generator().manual_seed(seed)
    for i in range(count):
        target = torch.randint(0, 5, (8,), generator=gen)
        images = torch.rand(8, 3, 32, 32, generator=gen) + 0.2 * target[:, None, None, None]
        yield patch_shuffle(images, folds[i % len(folds)], gen), target
