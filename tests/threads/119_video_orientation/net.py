import torch
from torch import nn


class TemporalDiff(nn.Module):
    """Differences between frames, with the mean frame beside them."""

    def forward(self, clip):
        mean = clip.mean(2, keepdim=True)
        return torch.cat([clip[:, :, 1:] - clip[:, :, :-1], mean], dim=2)


class SpeedNet(nn.Module):
    def __init__(self, channels, classes):
        super().__init__()
        self.diff = TemporalDiff()
        self.conv1 = nn.Conv3d(3, channels, 3, padding=1)
        self.conv2 = nn.Conv3d(channels, channels, 3, stride=2, padding=1)
        self.head = nn.Linear(channels, classes)

    def forward(self, clip):
        x = torch.relu(self.conv1(self.diff(clip)))
        x = torch.relu(self.conv2(x))
        return self.head(x.mean((2, 3, 4)))
