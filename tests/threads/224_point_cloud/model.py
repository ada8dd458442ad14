from dataclasses import dataclass

import torch
from torch import nn

from sampling import IndexCache, center, gather_points, neighbours


@dataclass
class PointConfig:
    anchors: int = 16
    k: int = 8
    width: int = 32
    classes: int = 3


class LocalPool(nn.Module):
    def __init__(self, cfg: PointConfig):
        super().__init__()
        self.k = cfg.k
        self.lift = nn.Sequential(nn.Linear(6, cfg.width), nn.ReLU(), nn.Linear(cfg.width, cfg.width))

    def forward(self, anchors: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
        near = neighbours(anchors, points, self.k)
        offset = near - anchors[:, :, None]
        return self.lift(torch.cat([near, offset], dim=-1)).amax(2)


class PointClassifier(nn.Module):
    def __init__(self, cfg: PointConfig):
        super().__init__()
        self.cfg = cfg
        self.index = IndexCache()
        self.pool = LocalPool(cfg)
        self.head = nn.Linear(2 * cfg.width, cfg.classes)

    def forward(self, points: torch.Tensor) -> torch.Tensor:
        points = center(points)
        anchors = gather_points(points, self.index.strided(points.shape[1], self.cfg.anchors))
        h = self.pool(anchors, points)
        return self.head(torch.cat([h.mean(1), h.amax(1)], dim=-1))
