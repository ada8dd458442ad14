import math

import torch
from torch import nn

from voxel import GridConfig, VoxelGrid, pool_mean


class PointMLP(nn.Sequential):
    def __init__(self, fan_in: int, fan_out: int):
        super().__init__(nn.Linear(fan_in, fan_out), nn.LayerNorm(fan_out), nn.ReLU())


class VoxelSegmenter(nn.Module):
    def __init__(self, grid: GridConfig, features: int = 4, hidden: int = 16, classes: int = 3):
        super().__init__()
        self.grid = VoxelGrid(grid)
        self.point = PointMLP(features + 3, hidden)
        self.context = nn.Conv3d(hidden, hidden, 3, padding=1)
        self.head = nn.Linear(2 * hidden, classes)

    def forward(self, points: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
        cell = self.grid.cell_of(points)
        offset = points - self.grid.centre(cell)
        h = self.point(torch.cat([features, offset], dim=-1))
        shape = self.grid.shape
        pooled = pool_mean(h, cell, self.grid.inside(points), math.prod(shape))
        volume = pooled.T.reshape(1, -1, *shape)
        context = self.context(volume).flatten(2)[0].T.relu()
        return self.head(torch.cat([h, context[cell]], dim=-1))
