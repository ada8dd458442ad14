import torch
import torch.nn as nn


class DepthNet(nn.Module):
    def __init__(self, width=12):
        super().__init__()
        self.encode = nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.ReLU(), nn.Conv2d(width, width, 3, padding=1), nn.ReLU())
        self.head = nn.Conv2d(width, 1, 1)

    def forward(self, image):
        return nn.functional.softplus(self.head(self.encode(image))).squeeze(1) * 4 + 0.2


def scenes(count, side, seed):
    gen = torch.Generator().manual_seed(seed)
    for _ in range(count):
        image = torch.rand(2, 3, side, side, generator=gen)
        depth = image.mean(1) * 10 + torch.rand(2, side, side, generator=gen)
        yield image, depth
