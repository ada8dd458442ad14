import torch
import torch.nn.functional as F
from torch import nn

from stages import ImageStage


class DetailDecoder(ImageStage):
    def __init__(self, channels=12):
        super().__init__()
        self.fine = nn.Conv2d(4, 8, 3, padding=1)
        self.fuse = nn.Conv2d(channels + 8, 8, 3, padding=1)
        self.out = nn.Conv2d(8, 1, 1)

    def forward(self, features, picture):
        self.check(picture)
        coarse = F.interpolate(features, size=self.full_size(picture), mode="nearest")
        fine = torch.relu(self.fine(picture))
        h = torch.relu(self.fuse(torch.cat([coarse, fine], dim=1)))
        return torch.sigmoid(self.out(h))


class Backbone(nn.Module):
    def __init__(self, channels=12):
        super().__init__()
        self.stem = nn.Conv2d(4, channels, 4, stride=4)
        self.mix = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, picture):
        h = torch.relu(self.stem(picture))
        return h + self.mix(h)
