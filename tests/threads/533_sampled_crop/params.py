"""Random parameters for the augmentations."""
from dataclasses import dataclass

import torch


@dataclass
class CropBox:
    top: int
    left: int
    size: int


def uniform_int(u, low, high):
    return (low + u * (high - low)).long()


def crop_box(u, height, size):
    slack = height - size
    top = uniform_int(u[0], 0, slack + 1)
    left = uniform_int(u[1], 0, slack + 1)
    return CropBox(top.item(), left.item(), size)


def contrast_factor(u, spread=0.4):
    return 1.0 + spread * (2.0 * u[2] - 1.0)
