import torch
import torch.nn as nn
import torch.nn.functional as F

from augment import CropAndContrast


class SmallNet(nn.Module):
    def __init__(self, classes=4, width=12):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3, stride=2, padding=1)
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        h = F.relu(self.conv(x)).mean(dim=(2, 3))
        return self.head(h)


class AugmentedLoss(nn.Module):
    def __init__(self, net, size):
        super().__init__()
        self.augment = CropAndContrast(size)
        self.net = net

    def forward(self, images, labels, u):
        return F.cross_entropy(self.net(self.augment(images, u)), labels)
