import torch
import torch.nn.functional as F

from base import Augmentation


class HorizontalFlip(Augmentation):
    def transform(self, x):
        return x.flip(-1)


class Brightness(Augmentation):
    def __init__(self, low=0.7, high=1.3, **kwargs):
        super().__init__(**kwargs)
        self.low, self.high = low, high

    def transform(self, x):
        factor = torch.empty(x.shape[0], 1, 1, 1).uniform_(self.low, self.high)
        return (x * factor).clamp(0.0, 1.0)


class BoxBlur(Augmentation):
    def __init__(self, size=3, **kwargs):
        super().__init__(**kwargs)
        self.size = size

    def transform(self, x):
        return F.avg_pool2d(x, self.size, stride=1, padding=self.size // 2)


class Normalize(Augmentation):
    def __init__(self, mean, std):
        super().__init__(p=1.0)
        self.register_buffer("mean", torch.tensor(mean).view(1, -1, 1, 1))
        self.register_buffer("std", torch.tensor(std).view(1, -1, 1, 1))

    def transform(self, x):
        return (x - self.mean) / self.std
