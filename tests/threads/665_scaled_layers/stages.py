import torch
import torch.nn.functional as F
from torch import nn

from scaling import fake_cast


class PatchStage(nn.Module):
    def __init__(self, pixels, width):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(width, pixels) * 0.2)
        self.position = nn.Parameter(torch.zeros(4, width))

    def forward(self, x, scale):
        return F.linear(x, fake_cast(self.weight, scale)) + self.position


class MixStage(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(width, width) * 0.2)
        self.norm = nn.LayerNorm(width)

    def forward(self, x, scale):
        return x + F.gelu(F.linear(self.norm(x), fake_cast(self.weight, scale)))


class ClassStage(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(classes, width) * 0.2)

    def forward(self, x, scale):
        return F.linear(x.mean(1), fake_cast(self.weight, scale))
