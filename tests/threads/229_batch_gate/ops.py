import torch
from torch import nn

from base import Augmentation, Span


class RandomBrightness(Augmentation):
    def __init__(self, low=0.7, high=1.3, **kw):
        super().__init__(**kw)
        self.span = Span(low, high)

    def parameters_for(self, shape):
        return {"factor": self.span.draw(shape[0])}

    def apply(self, images, params):
        return (images * params["factor"].view(-1, 1, 1, 1)).clamp(0, 1)


class RandomFlip(Augmentation):
    def apply(self, images, params):
        return images.flip(-1)


class RandomNoise(Augmentation):
    def __init__(self, std=0.05, **kw):
        super().__init__(**kw)
        self.std = std

    def parameters_for(self, shape):
        return {"noise": torch.randn(shape) * self.std}

    def apply(self, images, params):
        return images + params["noise"]


class Normalize(nn.Module):
    def __init__(self, mean, std):
        super().__init__()
        self.register_buffer("mean", torch.tensor(mean).view(-1, 1, 1))
        self.register_buffer("std", torch.tensor(std).view(-1, 1, 1))

    def forward(self, images):
        return (images - self.mean) / self.std
