"""Splits pictures into a padded stack of tiles."""
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from config import supported_grids


@dataclass
class TiledImage:
    tiles: torch.Tensor
    mask: torch.Tensor
    grid: tuple


class TileProcessor:
    def __init__(self, config):
        self.config = config
        self.grids = supported_grids(config.max_tiles)

    def choose(self, height, width):
        ratio = height / width
        return min(self.grids, key=lambda g: (abs(g[0] / g[1] - ratio), -g[0] * g[1]))

    def __call__(self, image):
        rows, cols = self.choose(*image.shape[-2:])
        t, limit = self.config.tile, self.config.max_tiles
        resized = F.interpolate(image[None], size=(rows * t, cols * t), mode="bilinear")[0]
        tiles = resized.unfold(1, t, t).unfold(2, t, t).permute(1, 2, 0, 3, 4).reshape(-1, 3, t, t)
        padded = torch.zeros(limit, 3, t, t)
        padded[:rows * cols] = tiles
        return TiledImage(padded, torch.arange(limit) < rows * cols, (rows, cols))
