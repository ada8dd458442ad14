import torch
import torch.nn as nn
import torch.nn.functional as F


def conv(cin, cout, stride=1):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, stride, 1), nn.ReLU())


class FeaturePyramid(nn.Module):
    def __init__(self, dim=16, levels=2):
        super().__init__()
        self.stem = conv(3, dim, 2)
        self.downs = nn.ModuleList(conv(dim, dim, 2) for _ in range(levels))
        self.laterals = nn.ModuleList(nn.Conv2d(dim, dim, 1) for _ in range(levels))

    def forward(self, image):
        x = self.stem(image)
        fine, maps = x, []
        for down, lateral in zip(self.downs, self.laterals):
            x = down(x)
            maps.append(lateral(x))
        for i in range(len(maps) - 2, -1, -1):
            maps[i] = maps[i] + F.interpolate(maps[i + 1], size=maps[i].shape[-2:])
        return fine, maps


def flatten_levels(maps):
    tokens = torch.cat([m.flatten(2).transpose(1, 2) for m in maps], dim=1)
    spatial_shapes = torch.as_tensor([m.shape[-2:] for m in maps], dtype=torch.long)
    return tokens, spatial_shapes
