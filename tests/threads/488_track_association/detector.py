"""A toy single-stage detector on feature maps."""
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class DetectorConfig:
    channels: int = 8
    cells: int = 4
    threshold: float = 0.6
    prior: float = 0.27
    image_size: float = 64.0


class Detector(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.stem = nn.Conv2d(1, config.channels, 3, padding=1)
        self.pool = nn.AdaptiveAvgPool2d(config.cells)
        self.head = nn.Linear(config.channels, 5)

    def forward(self, frame):
        x = self.pool(self.stem(frame).relu())[0].flatten(1).T
        raw = self.head(x)
        return raw[:, :4].sigmoid() * self.config.image_size, (40 * (raw[:, 4] + self.config.prior)).sigmoid()


class Postprocess:
    def __init__(self, config):
        self.config = config

    def __call__(self, corners, scores):
        low = torch.minimum(corners[:, :2], corners[:, 2:])
        high = torch.maximum(corners[:, :2], corners[:, 2:])
        boxes = torch.cat([low, high + 1.0], dim=-1)
        keep = scores > self.config.threshold
        return boxes[keep], scores[keep]
