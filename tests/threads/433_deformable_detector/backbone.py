import torch
from torch import nn


class PyramidBackbone(nn.Module):
    def __init__(self, dim, levels):
        super().__init__()
        self.stem = nn.Conv2d(3, dim, 4, stride=4)
        self.downs = nn.ModuleList(nn.Conv2d(dim, dim, 2, stride=2) for _ in range(levels - 1))

    def forward(self, images):
        maps = [torch.relu(self.stem(images))]
        for down in self.downs:
            maps.append(torch.relu(down(maps[-1])))
        return maps


def flatten_levels(maps):
    tokens = torch.cat([m.flatten(2).transpose(1, 2) for m in maps], dim=1)
    shapes = torch.tensor([m.shape[-2:] for m in maps], dtype=torch.long)
    return tokens, shapes


def resize_batch(images, size):
    return nn.functional.interpolate(images, size=(size, size), mode="bilinear")
