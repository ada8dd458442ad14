import torch
import torch.nn as nn


def contrast(x, amount):
    mean = x.mean(dim=(-2, -1), keepdim=True)
    return mean + (x - mean) * amount


def vignette(height, width):
    rows = torch.linspace(-1, 1, height)[:, None]
    cols = torch.linspace(-1, 1, width)[None]
    return 1 - 0.3 * (rows.square() + cols.square())


class Augment(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.register_buffer("mean", torch.full((channels, 1, 1), 0.5))
        self.register_buffer("std", torch.full((channels, 1, 1), 0.25))

    def forward(self, images, amount):
        x = contrast(images, amount) * vignette(*images.shape[-2:])
        return (x - self.mean) / self.std
