import torch
from torch import nn
import torch.nn.functional as F

from postprocess import detector_postprocess, weighted_area
from structures import Boxes, Instances


class PointDetector(nn.Module):
    def __init__(self, channels=16, stride=4):
        super().__init__()
        self.stride = stride
        self.stem = nn.Conv2d(3, channels, 3, stride=stride, padding=1)
        self.score = nn.Conv2d(channels, 1, 1)
        self.reach = nn.Conv2d(channels, 4, 1)

    def centers(self, height, width):
        y = (torch.arange(height) + 0.5) * self.stride
        x = (torch.arange(width) + 0.5) * self.stride
        grid = torch.stack(torch.meshgrid(y, x, indexing="ij"), dim=-1)
        return grid.flip(-1).reshape(-1, 2)

    def forward(self, image, target):
        features = F.relu(self.stem(image))
        points = self.centers(*features.shape[-2:])
        reach = self.reach(features)[0].flatten(1).T * 8 + 1
        boxes = torch.cat([points - reach[:, :2], points + reach[:, 2:]], dim=1)
        scores = self.score(features)[0].flatten().sigmoid()
        found = Instances(Boxes(boxes), scores)
        found = detector_postprocess(found, image.shape[-2:], target)
        return weighted_area(found), found.scores.sum(), found.scores.max()
