from dataclasses import dataclass

import torch
from torch import nn

from distance import distance_transform


@dataclass
class TrainConfig:
    size: int = 24
    backend: str = "aot_eager"
    lr: float = 0.01
    boundary_weight: float = 0.1


class BoundaryLoss(nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def forward(self, logits, mask):
        dist = distance_transform(mask)
        bce = nn.functional.binary_cross_entropy_with_logits(logits, mask)
        return bce + self.weight * (torch.sigmoid(logits) * dist / dist.amax()).mean()


class SegTrainer:
    def __init__(self, cfg):
        self.net = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 1, 3, padding=1))
        self.criterion = torch.compile(BoundaryLoss(cfg.boundary_weight), backend=cfg.backend)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=cfg.lr, momentum=0.9)
        self.smoothed = 0.0

    def step(self, image, mask):
        loss = self.criterion(self.net(image), mask)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.smoothed = 0.9 * self.smoothed + 0.1 * loss.item()
        return loss.item()

    @torch.no_grad()
    def iou(self, image, mask):
        pred = self.net(image) > 0
        both, either = pred & (mask > 0), pred | (mask > 0)
        return (both.sum() / either.sum()).item()
