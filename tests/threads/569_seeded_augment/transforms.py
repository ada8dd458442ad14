import torch


def random_gain(images, low, high, source):
    draw = source.uniform(images.shape[0], 1, 1, 1)
    return images * (low + (high - low) * draw)


def random_flip(images, chance, source):
    flip = source.uniform(images.shape[0], 1, 1, 1) < chance
    return torch.where(flip, images.flip(-1), images)


def normalize(images, mean=0.1, std=0.5):
    return (images - mean) / std
