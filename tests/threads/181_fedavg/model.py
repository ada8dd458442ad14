import torch
from torch import nn
import torch.nn.functional as F


class Gate(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        return x * torch.sigmoid(self.proj(x))


class ActivityNet(nn.Module):
    """stem -> gate -> body -> head; every child is one unit of partial training."""

    def __init__(self, n_features, n_classes, width=24):
        super().__init__()
        self.stem = nn.Linear(n_features, width)
        self.gate = Gate(width)
        self.body = nn.Linear(width, width)
        self.head = nn.Linear(width, n_classes)

    def group_names(self):
        return [name for name, _ in self.named_children()]

    def forward(self, x):
        h = F.gelu(self.stem(x))
        h = self.gate(h)
        h = F.gelu(self.body(h)) + h
        return self.head(h)
