import torch
from torch import nn

import ops


def mlp(*widths):
    layers = []
    for a, b in zip(widths, widths[1:]):
        layers += [nn.Linear(a, b), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


class Group(nn.Module):
    """Centers by farthest points, features from the nearest k."""

    def __init__(self, centers, k, width):
        super().__init__()
        self.centers = centers
        self.k = k
        self.mlp = mlp(3, width, width)

    def forward(self, points):
        centers = points[ops.farthest(points, self.centers)]
        index = ops.neighbours(points, centers, self.k)
        local = points[index] - centers.unsqueeze(1)
        return self.mlp(local).amax(dim=1)


class PointNet(nn.Module):
    def __init__(self, classes, width):
        super().__init__()
        self.group = Group(centers=8, k=6, width=width)
        self.head = mlp(width, width, classes)

    def forward(self, points):
        return self.head(self.group(points).amax(dim=0))
