import torch
from torch import nn


class TileNet(nn.Module):
    def __init__(self, bands, classes):
        super().__init__()
        self.a = nn.Conv2d(bands, 12, 3, padding=1)
        self.b = nn.Conv2d(12, classes, 1)

    def forward(self, tile):
        x = torch.relu(self.a(tile))
        return torch.softmax(self.b(x), 1)
