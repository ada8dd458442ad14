from dataclasses import dataclass

import torch
from torch import nn

from attention import DeformableAttention
from backbone import PyramidBackbone, flatten_levels


@dataclass
class DetectorConfig:
    dim: int = 16
    levels: int = 3
    points: int = 4
    queries: int = 10
    layers: int = 2
    classes: int = 5


class Detector(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.backbone = PyramidBackbone(cfg.dim, cfg.levels)
        self.queries = nn.Parameter(torch.randn(cfg.queries, cfg.dim))
        self.reference = nn.Linear(cfg.dim, 2)
        self.layers = nn.ModuleList(
            DeformableAttention(cfg.dim, cfg.levels, cfg.points) for _ in range(cfg.layers)
        )
        self.boxes = nn.Linear(cfg.dim, 4)
        self.scores = nn.Linear(cfg.dim, cfg.classes)

    def forward(self, images):
        memory, spatial_shapes = flatten_levels(self.backbone(images))
        hidden = self.queries.expand(images.shape[0], -1, -1)
        reference = self.reference(hidden).sigmoid()
        for layer in self.layers:
            hidden = layer(hidden, reference, memory, spatial_shapes)
        return self.boxes(hidden).sigmoid(), self.scores(hidden)
