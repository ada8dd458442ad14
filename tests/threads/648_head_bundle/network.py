import torch
from torch import nn

from bundle import bundle


class Trunk(nn.Module):
    def __init__(self, channels, width):
        super().__init__()
        self.a = nn.Conv1d(channels, width, 3, padding=1)
        self.b = nn.Conv1d(width, width, 3, padding=1)

    def forward(self, x):
        x = torch.relu(self.a(x))
        return x + torch.relu(self.b(x))


class Heads(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.kind = nn.Linear(width, classes)
        self.span = nn.Conv1d(width, 2, 1)

    def forward(self, feats):
        pooled = feats.mean(-1)
        return bundle(logits=self.kind(pooled), span=self.span(feats), pooled=pooled)


class Detector(nn.Module):
    def __init__(self, channels=4, width=16, classes=3):
        super().__init__()
        self.trunk = Trunk(channels, width)
        self.heads = Heads(width, classes)

    def forward(self, x):
        return self.heads(self.trunk(x))
