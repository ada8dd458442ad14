import torch

from volume import MetaVolume


class Phantom:
    def __init__(self, size, seed):
        self.size = size
        self.gen = torch.Generator().manual_seed(seed)

    def __call__(self):
        axis = torch.linspace(-1, 1, self.size)
        yy, xx = torch.meshgrid(axis, axis, indexing="ij")
        cy, cx, ry, rx = (torch.rand(4, generator=self.gen) * 0.4 + 0.1).unbind()
        mask = (((yy - cy) / ry) ** 2 + ((xx - cx) / rx) ** 2 < 1).float()
        noise = torch.randn(self.size, self.size, generator=self.gen) * 0.1
        image = MetaVolume((mask + noise)[None] * 300 - 100, spacing=(0.8, 0.8))
        return image.record("load"), mask[None]


def scale_intensity(image, low=-100.0, high=200.0):
    return ((image - low) / (high - low)).clamp(0, 1).record("scale")


def flip(image, mask):
    return image.flip(-1).record("flip"), mask.flip(-1)
