import torch
from torch import nn

from encoders import CategoricalEncoder, NumericalEncoder


class TabularNet(nn.Module):
    def __init__(self, means, sizes, channels=16, classes=2):
        super().__init__()
        self.encoders = nn.ModuleDict(
            {"num": NumericalEncoder(means, channels), "cat": CategoricalEncoder(sizes, channels)}
        )
        self.conv = nn.Sequential(nn.LayerNorm(channels), nn.Linear(channels, channels), nn.ReLU())
        self.head = nn.Linear(channels, classes)

    def forward(self, frame):
        cols = [encoder(frame[name]) for name, encoder in self.encoders.items()]
        x = torch.cat(cols, dim=1)
        x = x + self.conv(x)
        return self.head(x.mean(dim=1))
