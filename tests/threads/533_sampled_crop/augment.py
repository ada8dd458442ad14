import torch
import torch.nn as nn

import params


def crop(images, box):
    return images[:, :, box.top : box.top + box.size, box.left : box.left + box.size]


def adjust_contrast(images, factor):
    mean = images.mean(dim=(2, 3), keepdim=True)
    return mean + factor * (images - mean)


class CropAndContrast(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def forward(self, images, u):
        box = params.crop_box(u, images.shape[-1], self.size)
        out = crop(images, box)
        return adjust_contrast(out, params.contrast_factor(u))
