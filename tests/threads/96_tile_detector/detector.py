import torch
import torch.nn as nn
import torch.nn.functional as F


def local_maxima(heat, radius=1):
    size = 2 * radius + 1
    return heat * (F.max_pool2d(heat, size, stride=1, padding=radius) == heat)


def normalize(tile):
    mean = tile.mean(dim=(-2, -1), keepdim=True)
    return (tile - mean) / (tile.std(dim=(-2, -1), keepdim=True) + 1e-3)


class TileDetector(nn.Module):
    def __init__(self, bands, width):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(bands, width, 3, padding=1),
            nn.SiLU(),
            nn.Conv2d(width, width, 3, padding=1, groups=2),
            nn.SiLU(),
        )
        self.heat = nn.Conv2d(width, 1, 1)

    def forward(self, tile):
        x = self.body(normalize(tile))
        heat = self.heat(x).sigmoid()
        return local_maxima(heat), heat.std()
