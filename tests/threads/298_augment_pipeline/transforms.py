import torch
from torch import nn
import torch.nn.functional as F

from sampling import UniformSampler


class Augmentation(nn.Module):
    def __init__(self, p=0.5, **ranges):
        super().__init__()
        self.p = p
        self.sampler = UniformSampler(**ranges)

    def apply(self, images, params):
        raise NotImplementedError

    def forward(self, images):
        keep = torch.rand(images.shape[0]) < self.p
        params = self.sampler(images.shape[0])
        changed = self.apply(images, params)
        return torch.where(keep.view(-1, 1, 1, 1), changed, images)


class Rotate(Augmentation):
    def __init__(self, degrees=20.0, p=0.5):
        super().__init__(p, angle=(-degrees, degrees))

    def apply(self, images, params):
        rad = torch.deg2rad(params["angle"])
        cos, sin, zero = rad.cos(), rad.sin(), torch.zeros_like(rad)
        theta = torch.stack([cos, -sin, zero, sin, cos, zero], dim=1).view(-1, 2, 3)
        grid = F.affine_grid(theta, list(images.shape), align_corners=False)
        return F.grid_sample(images, grid, align_corners=False)


class Brightness(Augmentation):
    def __init__(self, low=0.8, high=1.2, p=0.8):
        super().__init__(p, factor=(low, high))

    def apply(self, images, params):
        return (images * params["factor"].view(-1, 1, 1, 1)).clamp(0.0, 1.0)


class Noise(Augmentation):
    def __init__(self, high=0.05, p=0.5):
        super().__init__(p, level=(0.0, high))

    def apply(self, images, params):
        return images + torch.randn_like(images) * params["level"].view(-1, 1, 1, 1)


class Pipeline(nn.Module):
    def __init__(self, *stages):
        super().__init__()
        self.stages = nn.ModuleList(stages)

    def forward(self, images):
        for stage in self.stages:
            images = stage(images)
        return images
